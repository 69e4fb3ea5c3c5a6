package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Starts jobs in the order of their worth per GPU, each where it gains most, on the nodes that fit
 * it best. Jobs that gain nothing at first are tried again once others have touched their nodes.
 */
final class GreedyFill {
  private static final double GAIN = 1e-9;
  private static final int PASSES = 2;

  /** Above the validator's limit; nodes, GPUs and both together share the bits of a long. */
  private static final long MOST_GPUS = 1 << 19;

  private static final int NODE_MASK = (1 << 22) - 1;

  private final Problem problem;
  private final FreeState free;
  private final List<Start> starts = new ArrayList<>();
  private final boolean[] started;

  GreedyFill(Problem problem) {
    this.problem = problem;
    free = new FreeState(problem);
    started = new boolean[problem.jobCount()];
  }

  /**
   * Starts on top of others.
   *
   * @param first starts to keep; those that do not fit are dropped
   */
  List<Start> run(List<Start> first) {
    for (Start start : first) {
      if (!started[start.job()] && free.admits(start)) {
        start(start);
      }
    }
    int[] order = order();
    for (int pass = 0; pass < PASSES; pass++) {
      for (int job : order) {
        if (!started[job] && free.accountAllows(job)) {
          Start best = best(job);
          if (best != null) {
            start(best);
          }
        }
      }
    }
    return starts;
  }

  /** Starts the chosen options as far as they can be placed, in the order given. */
  List<Start> runChosen(List<StartOption> chosen) {
    for (StartOption option : chosen) {
      if (!started[option.job()] && free.accountAllows(option.job())) {
        Start start = place(option.job(), option.type());
        if (start != null) {
          start(start);
        }
      }
    }
    return starts;
  }

  private void start(Start start) {
    free.take(start);
    started[start.job()] = true;
    starts.add(start);
  }

  private int[] order() {
    double[] density = new double[problem.jobCount()];
    for (int j = 0; j < density.length; j++) {
      density[j] =
          Arrays.stream(problem.worth[j]).max().orElse(0) / Math.max(1, problem.jobs.get(j).gpus());
    }
    return IntStream.range(0, density.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer j) -> -density[j]).thenComparing(j -> j))
        .mapToInt(j -> j)
        .toArray();
  }

  private Start best(int job) {
    Start best = null;
    double bestGain = GAIN;
    for (int type = 0; type < problem.typeCount(); type++) {
      if (problem.allowsType(job, type)) {
        Start start = place(job, type);
        double gain = start == null ? 0 : gain(start, type);
        if (gain > bestGain) {
          best = start;
          bestGain = gain;
        }
      }
    }
    return best;
  }

  private double gain(Start start, int type) {
    PlacementInstance instance = problem.instance;
    double gain = problem.worth[start.job()][type] - instance.spread() * (start.nodes().length - 1);
    for (int i = 0; i < start.nodes().length; i++) {
      int node = start.nodes()[i];
      int taken = start.gpus()[i];
      int nowFree = free.isTouched(node) ? -taken : free.gpus(node) - taken;
      gain -= instance.fragmentation() * nowFree;
    }
    return gain;
  }

  private Start place(int job, int type) {
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
    PlaceableJob of = problem.jobs.get(job);
    int best = -1;
    int bestScore = Integer.MAX_VALUE;
    for (int node : problem.nodesOfType(type)) {
      int score = 2 * free.gpus(node) + (free.isTouched(node) ? 0 : 1);
      if (score < bestScore
          && free.gpus(node) >= wanted
          && problem.allowed(job).get(node)
          && free.fits(of, node, wanted, 1)) {
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
      for (int node : problem.nodesOfType(type)) {
        if (free.fits(of, node, gpusEach, count) && problem.allowed(job).get(node)) {
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
    long[] ranked = new long[problem.nodesOfType(type).length];
    int fitting = 0;
    for (int node : problem.nodesOfType(type)) {
      int most = free.mostGpus(of, node);
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
      gpus[used] = Math.min(free.mostGpus(of, nodes[used]), need - reserved);
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
