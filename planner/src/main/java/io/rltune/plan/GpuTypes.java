package io.rltune.plan;

import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * GPUs of a node that a job can get, where nodes have several types. Of GPUs of any type Slurm
 * takes whichever it likes, one of each if it comes to that (seen on 22.05 and 24.11): in a plan
 * such a job takes as many of every type.
 */
final class GpuTypes {
  private GpuTypes() {}

  /** The one type of the node's GPUs; of several, a name of their own. */
  static String label(Node node) {
    return node.gpus().isEmpty() ? GpuDemand.UNTYPED : String.join("+", node.gpus().keySet());
  }

  static boolean mixes(Node node) {
    return node.gpus().size() > 1;
  }

  /**
   * Most GPUs that the job can count on, on a node that has these.
   *
   * @param gpus by type
   */
  static int most(ResourceRequest request, Map<String, Integer> gpus) {
    GpuDemand demand = request.gpus();
    if (demand.isNone()) {
      return 0;
    }
    if (request.mixesGpuTypes()) {
      return request
          .gpusByTypeOnEachNode()
          .filter(each -> holds(gpus, each))
          .map(each -> each.values().stream().mapToInt(Integer::intValue).sum())
          .orElse(0);
    }
    return demand.isUntyped()
        ? gpus.values().stream().mapToInt(Integer::intValue).min().orElse(0)
        : gpus.getOrDefault(demand.byType().firstKey(), 0);
  }

  private static boolean holds(Map<String, Integer> gpus, SortedMap<String, Integer> each) {
    return each.entrySet().stream()
        .allMatch(entry -> gpus.getOrDefault(entry.getKey(), 0) >= entry.getValue());
  }

  /** The same on the node if it were empty. */
  static int mostWhenEmpty(ResourceRequest request, Node node) {
    if (mixes(node) || request.mixesGpuTypes()) {
      Map<String, Integer> totals = new TreeMap<>();
      for (Map.Entry<String, GpuCount> entry : node.gpus().entrySet()) {
        totals.put(entry.getKey(), entry.getValue().total());
      }
      return most(request, totals);
    }
    return node.gpusTotal();
  }

  /**
   * Takes from GPUs by type what a job with so many GPUs in all may get; a negative number gives
   * back.
   *
   * @param gpus by type; changed
   */
  static void take(ResourceRequest request, int count, Map<String, Integer> gpus) {
    if (request.mixesGpuTypes()) {
      int total = request.gpus().total();
      request
          .gpus()
          .byType()
          .forEach((type, all) -> gpus.computeIfPresent(type, (t, n) -> n - all * count / total));
    } else if (request.gpus().isUntyped()) {
      gpus.replaceAll((type, n) -> n - count);
    } else if (!request.gpus().isNone()) {
      gpus.computeIfPresent(request.gpus().byType().firstKey(), (type, n) -> n - count);
    }
  }
}
