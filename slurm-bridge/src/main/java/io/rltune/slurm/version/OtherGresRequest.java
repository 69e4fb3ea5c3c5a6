package io.rltune.slurm.version;

import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.Tres;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a job asks for in generic resources other than GPUs. {@code --gres} counts for each node;
 * what counts for a task or for the whole job is the same thing only where there is one node.
 *
 * @param perNode units that every node must give, by {@code name} or {@code name:type}
 * @param unclear what cannot be said for each node, in words
 */
record OtherGresRequest(SortedMap<String, Long> perNode, List<String> unclear) {
  static final OtherGresRequest NONE =
      new OtherGresRequest(Collections.emptySortedMap(), List.of());

  OtherGresRequest {
    perNode = Collections.unmodifiableSortedMap(new TreeMap<>(perNode));
    unclear = List.copyOf(unclear);
  }

  static OtherGresRequest of(GresOptions options, Tres requested, NodeRange nodes, int tasks) {
    Reading reading = new Reading(nodes.min() == 1 && nodes.max() == 1);
    reading.add(options.perNode(), 1, true, "");
    reading.add(options.perTask(), Math.max(1, tasks), false, " per task");
    reading.add(options.perJob(), 1, false, " for the whole job");
    reading.unclear(options.perSocket(), " per socket");
    if (reading.isEmpty()) {
      // As for GPUs: where no option shows, what accounting was told is all there is.
      reading.add(requested.gres(), 1, false, " in all");
    }
    if (GpuRequest.demand(options.perJob(), 1).byType().size() > 1
        && !GpuRequest.demand(options.perNode(), 1).isNone()) {
      reading.unclear.add("several GPU types with both --gpus and --gpus-per-node");
    }
    return reading.isEmpty() ? NONE : new OtherGresRequest(reading.perNode, reading.unclear);
  }

  /** Names a resource as nodes and jobs are compared by: {@code name} or {@code name:type}. */
  static String kind(String name, String type) {
    return type.isEmpty() ? name : name + ":" + type;
  }

  /** Of counts that may be as large as a long. */
  static long sum(long a, long b) {
    return a + b < 0 ? Long.MAX_VALUE : a + b;
  }

  private static final class Reading {
    private final boolean oneNode;
    private final SortedMap<String, Long> perNode = new TreeMap<>();
    private final List<String> unclear = new ArrayList<>();

    Reading(boolean oneNode) {
      this.oneNode = oneNode;
    }

    boolean isEmpty() {
      return perNode.isEmpty() && unclear.isEmpty();
    }

    void add(List<Gres.Item> itemList, long times, boolean eachNode, String unit) {
      if (!eachNode && !oneNode) {
        unclear(itemList, unit);
        return;
      }
      for (Gres.Item item : itemList) {
        if (!item.isGpu() && item.count() > 0) {
          perNode.merge(
              kind(item.name(), item.type()),
              saturating(item.count(), times),
              OtherGresRequest::sum);
        }
      }
    }

    void unclear(List<Gres.Item> itemList, String unit) {
      for (Gres.Item item : itemList) {
        if (!item.isGpu() && item.count() > 0) {
          unclear.add(kind(item.name(), item.type()) + ":" + item.count() + unit);
        }
      }
    }

    private static long saturating(long count, long times) {
      return count > Long.MAX_VALUE / times ? Long.MAX_VALUE : count * times;
    }
  }
}
