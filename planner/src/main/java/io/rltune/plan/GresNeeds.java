package io.rltune.plan;

import io.rltune.model.GresCount;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What a job asks for beside GPUs, CPUs and memory, as plans count it: by name, and by name and
 * type. A request without a type takes of the name alone, one with a type of both.
 *
 * <p>Shards are parts of GPUs. Slurm puts each shard job on the emptiest GPU that has room (seen on
 * 22.05, 24.11 and 26.05), so in a plan it takes a whole free one, and whatever Slurm chooses fits.
 */
final class GresNeeds {
  /** Far above what nodes have of anything but bandwidth in bytes; what the solver takes. */
  static final int MOST_UNITS = 500_000;

  private static final String SHARD = "shard";
  private static final String MPS = "mps";

  private GresNeeds() {}

  static String name(String kind) {
    int colon = kind.indexOf(':');
    return colon < 0 ? kind : kind.substring(0, colon);
  }

  private static boolean isTyped(String kind) {
    return kind.indexOf(':') >= 0;
  }

  /** Whether the job asks for shards of GPUs. */
  static boolean takesShards(ResourceRequest request) {
    return !request.gresPerNode().isEmpty()
        && request.gresPerNode().keySet().stream().anyMatch(kind -> name(kind).equals(SHARD));
  }

  /** Units by kind that the job takes on each node; shards, which are GPUs to a plan, left out. */
  static SortedMap<String, Long> kinds(ResourceRequest request) {
    if (request.gresPerNode().isEmpty()) {
      return Collections.emptySortedMap();
    }
    SortedMap<String, Long> kinds = new TreeMap<>();
    request
        .gresPerNode()
        .forEach(
            (kind, units) -> {
              if (!name(kind).equals(SHARD)) {
                kinds.merge(name(kind), units, Long::sum);
                if (isTyped(kind)) {
                  kinds.merge(kind, units, Long::sum);
                }
              }
            });
    return kinds;
  }

  /** Why nodes cannot be planned for the job, if its generic resources are the reason. */
  static Optional<String> unplannable(Job job) {
    ResourceRequest request = job.request();
    if (!job.constraints().otherGres().isEmpty()) {
      return Optional.of("asks for " + job.constraints().otherGres());
    }
    if (request.mixesGpuTypes() && request.gpusByTypeOnEachNode().isEmpty()) {
      return Optional.of(
          "several GPU types "
              + request.gpus().byType()
              + ", and what each node gives is Slurm's choice");
    }
    for (Map.Entry<String, Long> entry : request.gresPerNode().entrySet()) {
      String asked = entry.getKey() + ":" + entry.getValue();
      if (name(entry.getKey()).equals(MPS)) {
        return Optional.of("asks for " + asked + ": which GPU of a node serves MPS does not show");
      }
      if (entry.getValue() > MOST_UNITS) {
        return Optional.of("asks for " + asked + ", more than " + MOST_UNITS + " units");
      }
    }
    if (takesShards(request)) {
      boolean alone = request.gpus().isNone() && shardKinds(request) == 1;
      return alone
          ? Optional.empty()
          : Optional.of("asks for shards beside other GPUs: " + request.gresPerNode());
    }
    return Optional.empty();
  }

  private static long shardKinds(ResourceRequest request) {
    return request.gresPerNode().keySet().stream().filter(kind -> name(kind).equals(SHARD)).count();
  }

  /** Whether the node, empty, has what the job asks for, and it is certain what the job takes. */
  static boolean offers(Node node, Map<String, Long> gresPerNode) {
    for (Map.Entry<String, Long> entry : gresPerNode.entrySet()) {
      String kind = entry.getKey();
      boolean has =
          name(kind).equals(SHARD)
              ? shardsPerGpu(node, kind) >= entry.getValue()
              : isTyped(kind)
                  ? total(node, kind) >= entry.getValue()
                  : hasUntyped(node, kind, entry.getValue());
      if (!has) {
        return false;
      }
    }
    return true;
  }

  private static long total(Node node, String kind) {
    GresCount count = node.otherGres().get(kind);
    return count == null ? 0 : count.total();
  }

  /** Of several types on one node Slurm takes any; a job that asks for that one may go short. */
  private static boolean hasUntyped(Node node, String name, long units) {
    long kinds = node.otherGres().keySet().stream().filter(k -> name(k).equals(name)).count();
    return kinds == 1 && units(node, GresCount::total).getOrDefault(name, 0L) >= units;
  }

  /** Shards of one GPU; 0 where the node has GPUs of several types, or no such shards. */
  private static long shardsPerGpu(Node node, String kind) {
    if (node.gpus().size() != 1 || node.gpusTotal() == 0) {
      return 0;
    }
    long shards = 0;
    for (Map.Entry<String, GresCount> entry : node.otherGres().entrySet()) {
      if (name(entry.getKey()).equals(SHARD) && (!isTyped(kind) || entry.getKey().equals(kind))) {
        shards += entry.getValue().total();
      }
    }
    return shards / node.gpusTotal();
  }

  /** Units of a node, by name, and by name and type. */
  static SortedMap<String, Long> units(Node node, ToLongFunction<GresCount> of) {
    if (node.otherGres().isEmpty()) {
      return Collections.emptySortedMap();
    }
    SortedMap<String, Long> units = new TreeMap<>();
    node.otherGres()
        .forEach(
            (kind, count) -> {
              long there = of.applyAsLong(count);
              units.merge(name(kind), there, Long::sum);
              if (isTyped(kind)) {
                units.merge(kind, there, Long::sum);
              }
            });
    return units;
  }
}
