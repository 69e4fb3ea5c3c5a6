package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives started jobs their chunks. A job that needs many nodes chooses first, and takes from the
 * nodes that hold most chunks of its kind, so that the others still find different nodes.
 */
final class ChunkMatcher {
  private final Problem problem;
  private final List<ChunkLists> laid;

  ChunkMatcher(Problem problem, List<ChunkLists> laid) {
    this.problem = problem;
    this.laid = laid;
  }

  /**
   * The starts; a job whose chunks cannot be given by its rules is left out.
   *
   * @param options all start options
   * @param chunksOf by started option: how many chunks of each size it takes
   */
  List<Start> match(List<StartOption> options, Map<Integer, int[]> chunksOf) {
    List<Integer> started =
        chunksOf.keySet().stream()
            .sorted(Comparator.comparingInt(o -> -fewestNodes(options.get(o))))
            .toList();
    List<Start> starts = new ArrayList<>();
    for (int o : started) {
      StartOption option = options.get(o);
      Map<Integer, Integer> gpusByNode = take(option, chunksOf.get(o));
      if (keepsRules(option, gpusByNode)) {
        starts.add(
            new Start(
                option.job(),
                gpusByNode.keySet().stream().mapToInt(n -> n).toArray(),
                gpusByNode.values().stream().mapToInt(g -> g).toArray()));
      }
    }
    return starts;
  }

  private static int fewestNodes(StartOption option) {
    return option.isFixed() ? option.fixedNodes() : option.minNodes();
  }

  private Map<Integer, Integer> take(StartOption option, int[] chunks) {
    Map<Integer, Integer> gpusByNode = new TreeMap<>();
    for (int size = option.maxChunk(); size >= option.minChunk(); size--) {
      List<Integer> nodes = laid.get(option.type()).of(option.profile(), size);
      for (int n = chunks[size]; n > 0; n--) {
        gpusByNode.merge(nodes.remove(choose(nodes, gpusByNode)), size, Integer::sum);
      }
    }
    return gpusByNode;
  }

  /** Place in the list of the node to take: new to the job, and with most chunks left. */
  private static int choose(List<Integer> nodes, Map<Integer, Integer> taken) {
    Map<Integer, Integer> left = new HashMap<>();
    nodes.forEach(node -> left.merge(node, 1, Integer::sum));
    int best = 0;
    int bestLeft = 0;
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.get(i);
      if (!taken.containsKey(node) && left.get(node) > bestLeft) {
        best = i;
        bestLeft = left.get(node);
      }
    }
    return best;
  }

  private boolean keepsRules(StartOption option, Map<Integer, Integer> gpusByNode) {
    PlaceableJob job = problem.jobs.get(option.job());
    int count = gpusByNode.size();
    boolean equal =
        job.gpusPerNode() == 0
            || gpusByNode.values().stream().allMatch(gpus -> gpus == job.gpusPerNode());
    boolean cpuShare = job.gpus() > 0 || count == option.minNodes();
    return count >= job.minNodes() && count <= job.maxNodes() && equal && cpuShare;
  }
}
