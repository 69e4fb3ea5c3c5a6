package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.Problem.Start;
import java.util.Arrays;

/** Finds nodes for one job among what is free now. */
final class Placer {
  /** Above the validator's limit; nodes, GPUs and both together share the bits of a long. */
  private static final long MOST_GPUS = 1 << 19;

  private static final int NODE_MASK = (1 << 22) - 1;

  private final Problem problem;
  private final FreeState free;

  Placer(Problem problem, FreeState free) {
    this.problem = problem;
    this.free = free;
  }

  /**
   * The best place for the job on nodes of the type, or null where it fits nowhere: one node before
   * several, and nodes that it fills before others.
   */
  Start place(int job, int type) {
    PlaceableJob of = problem.jobs.get(job);
    if (of.gpus() == 0) {
      return placeEqual(job, type, 0, problem.mostNodes(job));
    }
    if (of.gpusPerNode() > 0) {
      return placeEqual(job, type, of.gpusPerNode(), of.gpus() / of.gpusPerNode());
    }
    if (of.minNodes() == 1) {
      int node = bestFit(job, type, of.gpus());
      if (node >= 0) {
        return new Start(job, new int[] {node}, new int[] {of.gpus()});
      }
    }
    return of.maxNodes() == 1 ? null : spread(job, type);
  }

  /** The fitting node with the fewest GPUs left over, a touched one rather than a fresh one. */
  private int bestFit(int job, int type, int wanted) {
    int best = -1;
    int bestScore = Integer.MAX_VALUE;
    int[] open = free.open(type);
    for (int i = 0; i < free.openCount(type); i++) {
      int node = open[i];
      int score = 2 * free.gpus(node) + (free.isTouched(node) ? 0 : 1);
      if ((score < bestScore || score == bestScore && node < best)
          && free.gpus(node) >= wanted
          && problem.allowed(job).get(node)
          && free.fits(job, node, wanted, 1)) {
        best = node;
        bestScore = score;
      }
    }
    return best;
  }

  /** The same number of GPUs on every node; a CPU-only job takes the fewest nodes that work. */
  private Start placeEqual(int job, int type, int gpusEach, int mostNodes) {
    PlaceableJob of = problem.jobs.get(job);
    int fewest = gpusEach > 0 ? mostNodes : of.minNodes();
    if (mostNodes < of.minNodes() || fewest > of.maxNodes()) {
      return null;
    }
    int most = Math.min(mostNodes, fewest + ClassModelLimits.CPU_JOB_NODE_COUNTS - 1);
    for (int count = fewest; count <= most; count++) {
      long[] ranked = new long[problem.nodesOfType(type).length];
      int fitting = 0;
      int[] nodes = gpusEach > 0 ? free.open(type) : problem.nodesOfType(type);
      int size = gpusEach > 0 ? free.openCount(type) : nodes.length;
      for (int i = 0; i < size; i++) {
        int node = nodes[i];
        if (free.fits(job, node, gpusEach, count) && problem.allowed(job).get(node)) {
          ranked[fitting++] = rank(0, node);
        }
      }
      if (fitting >= count) {
        int[] gpus = new int[count];
        Arrays.fill(gpus, gpusEach);
        return new Start(job, first(ranked, fitting, count), gpus);
      }
    }
    return null;
  }

  /** The nodes that can give most first; each of the fewest nodes gives at least one GPU. */
  private Start spread(int job, int type) {
    PlaceableJob of = problem.jobs.get(job);
    int[] open = free.open(type);
    long[] ranked = new long[free.openCount(type)];
    int fitting = 0;
    for (int i = 0; i < ranked.length; i++) {
      int node = open[i];
      int most = free.mostGpus(job, node);
      if (most > 0 && problem.allowed(job).get(node)) {
        ranked[fitting++] = rank(Math.min(most, of.gpus()), node);
      }
    }
    int most = Math.min(problem.mostNodes(job), fitting);
    int[] nodes = first(ranked, fitting, most);
    int need = of.gpus();
    int[] gpus = new int[most];
    int used = 0;
    while (used < most && need > 0) {
      int reserved = Math.max(0, of.minNodes() - used - 1);
      gpus[used] = Math.min(free.mostGpus(job, nodes[used]), need - reserved);
      if (gpus[used] < 1) {
        return null;
      }
      need -= gpus[used];
      used++;
    }
    if (need > 0 || used < of.minNodes()) {
      return null;
    }
    return new Start(job, Arrays.copyOf(nodes, used), Arrays.copyOf(gpus, used));
  }

  /** Sorts nodes that give more first, then those with fewer GPUs left, then touched ones. */
  private long rank(int gives, int node) {
    long leftOver = 2L * free.gpus(node) + (free.isTouched(node) ? 0 : 1);
    return (MOST_GPUS - gives) << 44 | leftOver << 22 | node;
  }

  private static int[] first(long[] ranked, int size, int count) {
    Arrays.sort(ranked, 0, size);
    int[] nodes = new int[count];
    for (int i = 0; i < count; i++) {
      nodes[i] = (int) (ranked[i] & NODE_MASK);
    }
    return nodes;
  }
}
