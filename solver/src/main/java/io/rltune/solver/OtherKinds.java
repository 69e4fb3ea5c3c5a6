package io.rltune.solver;

import io.rltune.solver.PlacementInstance.JobExtras;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The further resource kinds that jobs ask for, numbered: what nodes have, and what jobs take. */
final class OtherKinds {
  /** What a node has of a kind that it does not name. */
  private static final int NOT_NAMED = -1;

  private final List<String> kinds;

  /** By kind and node: what is free, or {@link #NOT_NAMED}. */
  private final int[][] free;

  /** By job and kind: what it takes on each node; null for a job that takes nothing of any kind. */
  private final int[][] perNode;

  /** By job and kind: what comes with each GPU; null where {@link #perNode} is. */
  private final int[][] perGpu;

  OtherKinds(List<PlaceableNode> nodes, List<PlaceableJob> jobs) {
    kinds =
        jobs.stream()
            .map(PlaceableJob::extras)
            .flatMap(
                e -> Stream.of(e.otherPerNode(), e.otherPerGpu()).flatMap(m -> m.keySet().stream()))
            .distinct()
            .sorted()
            .toList();
    free = new int[kinds.size()][];
    for (int k = 0; k < free.length; k++) {
      String kind = kinds.get(k);
      free[k] =
          nodes.stream().mapToInt(n -> n.extras().other().getOrDefault(kind, NOT_NAMED)).toArray();
    }
    perNode = new int[jobs.size()][];
    perGpu = new int[jobs.size()][];
    for (int j = 0; j < perNode.length; j++) {
      JobExtras extras = jobs.get(j).extras();
      if (!extras.otherPerNode().isEmpty() || !extras.otherPerGpu().isEmpty()) {
        perNode[j] = amounts(extras.otherPerNode());
        perGpu[j] = amounts(extras.otherPerGpu());
      }
    }
  }

  private int[] amounts(Map<String, Integer> byKind) {
    return kinds.stream().mapToInt(kind -> byKind.getOrDefault(kind, 0)).toArray();
  }

  boolean isEmpty() {
    return kinds.isEmpty();
  }

  int count() {
    return kinds.size();
  }

  /** Units free at first, by kind and node; the caller's own. */
  int[][] free() {
    return Arrays.stream(free)
        .map(of -> Arrays.stream(of).map(units -> Math.max(0, units)).toArray())
        .toArray(int[][]::new);
  }

  /** Units free at first. */
  int free(int kind, int node) {
    return Math.max(0, free[kind][node]);
  }

  /** Whether the job takes anything of any kind. */
  boolean takesAny(int job) {
    return perNode[job] != null;
  }

  /** What the job takes on each node, whatever GPUs it gets there. */
  int perNode(int job, int kind) {
    return perNode[job] == null ? 0 : perNode[job][kind];
  }

  /** What each GPU of the job on the node takes: nothing where the node does not name the kind. */
  int perGpu(int job, int kind, int node) {
    return perGpu[job] == null || free[kind][node] == NOT_NAMED ? 0 : perGpu[job][kind];
  }

  /** Whether a job with so many GPUs on the node finds enough of every kind left. */
  boolean fits(int job, int node, int gpus, int[][] left) {
    if (perNode[job] == null) {
      return true;
    }
    for (int k = 0; k < left.length; k++) {
      if (left[k][node] < perNode[job][k] + (long) gpus * perGpu(job, k, node)) {
        return false;
      }
    }
    return true;
  }

  /** The same on an untouched node. */
  boolean fits(int job, int node, int gpus) {
    if (perNode[job] == null) {
      return true;
    }
    for (int k = 0; k < free.length; k++) {
      if (free(k, node) < perNode[job][k] + (long) gpus * perGpu(job, k, node)) {
        return false;
      }
    }
    return true;
  }

  /** The most GPUs, up to {@code most}, with which the job finds enough left on the node. */
  int mostGpus(int job, int node, int most, int[][] left) {
    if (perNode[job] == null) {
      return most;
    }
    int gpus = most;
    for (int k = 0; k < left.length; k++) {
      gpus = Math.min(gpus, mostGpus(job, node, k, left[k][node], gpus));
    }
    return gpus;
  }

  /** The same on an untouched node. */
  int mostGpus(int job, int node, int most) {
    if (perNode[job] == null) {
      return most;
    }
    int gpus = most;
    for (int k = 0; k < free.length; k++) {
      gpus = Math.min(gpus, mostGpus(job, node, k, free(k, node), gpus));
    }
    return gpus;
  }

  private int mostGpus(int job, int node, int kind, int left, int most) {
    int rest = left - perNode[job][kind];
    int each = perGpu(job, kind, node);
    return rest < 0 ? 0 : each == 0 ? most : rest / each;
  }

  /** Takes what the job needs with so many GPUs on the node; gives it back with sign -1. */
  void take(int job, int node, int gpus, int sign, int[][] left) {
    if (perNode[job] != null) {
      for (int k = 0; k < left.length; k++) {
        left[k][node] -= sign * (perNode[job][k] + gpus * perGpu(job, k, node));
      }
    }
  }
}
