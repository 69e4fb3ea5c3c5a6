package io.rltune.slurm.version;

import io.rltune.model.GpuCount;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Gres;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** GPUs of a node by type: configured, and not to be had (allocated, drained, or shared out). */
final class GpuInventory {
  /** Resources that share GPUs out: a GPU with any of them in use cannot be allocated whole. */
  private static final Set<String> SHARING = Set.of("shard", "mps");

  private GpuInventory() {}

  /**
   * Reads the GPUs.
   *
   * @param busy whether jobs may be on the node: then what is in use has to be told
   */
  static SortedMap<String, GpuCount> of(Fields node, boolean busy) throws GrammarException {
    Map<String, Integer> total = GpuRequest.demand(node.gres("gres"), 1).byType();
    List<Gres.Item> usedList = node.gres("gres_used");
    Map<String, Integer> used = new TreeMap<>(GpuRequest.demand(usedList, 1).byType());
    if (usedList.isEmpty()) {
      List<Gres.Item> allocatedList = node.tres("tres_used").gres();
      used.putAll(GpuRequest.demand(allocatedList, 1).byType());
      if (busy && allocatedList.isEmpty() && !total.isEmpty()) {
        node.odd("gres_used", "missing beside gres " + node.text("gres"));
      }
    }
    GpuRequest.demand(node.gres("gres_drained"), 1)
        .byType()
        .forEach((type, count) -> used.merge(type, count, Integer::sum));
    int untyped = sharedOut(usedList);
    for (Map.Entry<String, Integer> entry : used.entrySet()) {
      if (!total.containsKey(entry.getKey())) {
        untyped += entry.getValue();
      }
    }
    return counts(total, used, untyped);
  }

  /** What is used without a type that the node has is taken from its types in turn. */
  private static SortedMap<String, GpuCount> counts(
      Map<String, Integer> total, Map<String, Integer> used, int untyped) {
    SortedMap<String, GpuCount> counts = new TreeMap<>();
    int left = untyped;
    for (Map.Entry<String, Integer> entry : total.entrySet()) {
      int all = entry.getValue();
      int known = Math.min(all, used.getOrDefault(entry.getKey(), 0));
      int more = Math.min(left, all - known);
      left -= more;
      counts.put(entry.getKey(), new GpuCount(all, known + more));
    }
    return counts;
  }

  /**
   * GPUs with shards in use: {@code shard:a100:3(0/4,3/4)} has one; all of them if it does not say.
   */
  private static int sharedOut(List<Gres.Item> usedList) {
    int gpus = 0;
    for (Gres.Item item : usedList) {
      if (SHARING.contains(item.name()) && item.count() > 0) {
        int named = 0;
        for (String share : item.detail().split(",")) {
          named += share.strip().matches("0*[1-9]\\d*/\\d+") ? 1 : 0;
        }
        gpus += named > 0 ? named : (int) Math.min(item.count(), 1024);
      }
    }
    return gpus;
  }
}
