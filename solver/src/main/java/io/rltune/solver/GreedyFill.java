package io.rltune.solver;

import io.rltune.solver.Problem.Start;
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

  private final Problem problem;
  private final FreeState free;
  private final Placer placer;

  GreedyFill(Problem problem) {
    this.problem = problem;
    free = new FreeState(problem);
    placer = new Placer(problem, free);
  }

  /**
   * Starts on top of others.
   *
   * @param first starts to keep; those that do not fit are dropped
   */
  List<Start> run(List<Start> first) {
    for (Start start : first) {
      if (!free.isStarted(start.job()) && free.admits(start)) {
        free.take(start);
      }
    }
    int[] order = order();
    for (int pass = 0; pass < PASSES; pass++) {
      for (int job : order) {
        if (!free.isStarted(job) && free.accountAllows(job)) {
          Start best = best(job);
          if (best != null) {
            free.take(best);
          }
        }
      }
    }
    return free.starts();
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
        Start start = placer.place(job, type);
        double gain = start == null ? 0 : free.gainOf(start);
        if (gain > bestGain) {
          best = start;
          bestGain = gain;
        }
      }
    }
    return best;
  }
}
