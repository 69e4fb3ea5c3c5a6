package io.rltune.slurm.version;

import io.rltune.model.GresCount;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Gres;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Generic resources of a node other than GPUs: configured, and not to be had. */
final class OtherGresInventory {
  private OtherGresInventory() {}

  /**
   * Reads them.
   *
   * @param busy whether jobs may be on the node: what is in use and not told is then all of it
   */
  static SortedMap<String, GresCount> of(Fields node, boolean busy) throws GrammarException {
    Map<String, Map<String, Long>> total = byName(node.gres("gres"));
    if (total.isEmpty()) {
      return new TreeMap<>();
    }
    List<Gres.Item> usedList = node.gres("gres_used");
    // Without gres_used: accounting counts only the resources that AccountingStorageTRES lists.
    boolean told = !usedList.isEmpty();
    Map<String, Map<String, Long>> used = byName(told ? usedList : node.tres("tres_used").gres());
    byName(node.gres("gres_drained"))
        .forEach(
            (name, types) ->
                types.forEach(
                    (type, count) ->
                        used.computeIfAbsent(name, n -> new TreeMap<>())
                            .merge(type, count, OtherGresRequest::sum)));
    SortedMap<String, GresCount> counts = new TreeMap<>();
    total.forEach(
        (name, types) -> {
          boolean unknown = busy && !told && !used.containsKey(name);
          counts.putAll(
              unknown
                  ? allUsed(name, types)
                  : counts(name, types, used.getOrDefault(name, Map.of())));
        });
    return counts;
  }

  private static Map<String, Map<String, Long>> byName(List<Gres.Item> itemList) {
    Map<String, Map<String, Long>> counts = new TreeMap<>();
    for (Gres.Item item : itemList) {
      if (!item.isGpu()) {
        counts
            .computeIfAbsent(item.name(), name -> new TreeMap<>())
            .merge(item.type(), item.count(), OtherGresRequest::sum);
      }
    }
    return counts;
  }

  private static Map<String, GresCount> allUsed(String name, Map<String, Long> total) {
    Map<String, GresCount> counts = new TreeMap<>();
    total.forEach(
        (type, all) -> counts.put(OtherGresRequest.kind(name, type), new GresCount(all, all)));
    return counts;
  }

  /** What is used of a type that the node does not have is taken from its types in turn. */
  private static Map<String, GresCount> counts(
      String name, Map<String, Long> total, Map<String, Long> used) {
    long left = 0;
    for (Map.Entry<String, Long> entry : used.entrySet()) {
      left += total.containsKey(entry.getKey()) ? 0 : entry.getValue();
    }
    Map<String, GresCount> counts = new TreeMap<>();
    for (Map.Entry<String, Long> entry : total.entrySet()) {
      long all = entry.getValue();
      long known = Math.min(all, used.getOrDefault(entry.getKey(), 0L));
      long more = Math.min(left, all - known);
      left -= more;
      counts.put(OtherGresRequest.kind(name, entry.getKey()), new GresCount(all, known + more));
    }
    return counts;
  }
}
