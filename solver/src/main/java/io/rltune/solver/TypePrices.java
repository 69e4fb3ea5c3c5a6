package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import java.util.Arrays;

/**
 * What a GPU, a CPU and a MiB of each GPU type would cost if all of its nodes were one: where each
 * job takes the type on which it gains most and nothing is asked for beyond what is free. Prices to
 * begin a search with; they prove nothing.
 */
final class TypePrices {
  private static final int RESOURCES = 3;
  private static final int ROUNDS = 150;

  /** First and last step, as a share of what a whole type is worth per unit. */
  private static final double FIRST_STEP = 0.3;

  private static final double LAST_STEP = 0.003;

  private final Problem problem;
  private final double[][] free;
  private final double[][] price;

  TypePrices(Problem problem) {
    this.problem = problem;
    free = new double[problem.typeCount()][RESOURCES];
    price = new double[problem.typeCount()][RESOURCES];
    for (int n = 0; n < problem.nodeCount(); n++) {
      double[] of = free[problem.typeOf[n]];
      if (problem.gpus[n] > 0) {
        of[0] += problem.gpus[n];
        of[1] += problem.nodes.get(n).cpusFree();
        of[2] += problem.nodes.get(n).memMbFree();
      }
    }
    find();
  }

  /** What the job gains where it gains most, at least 0. */
  double surplus(int job) {
    int type = choice(job);
    return type < 0 ? 0 : problem.worth[job][type] - cost(job, type);
  }

  double perCpu(int type) {
    return price[type][1];
  }

  double perMib(int type) {
    return price[type][2];
  }

  private void find() {
    double worth = worthPerGpu();
    for (int t = 0; t < price.length; t++) {
      price[t][0] = worth / 2;
    }
    double step = FIRST_STEP;
    double decay = Math.pow(LAST_STEP / FIRST_STEP, 1.0 / ROUNDS);
    for (int round = 0; round < ROUNDS; round++) {
      double[][] used = used();
      for (int t = 0; t < price.length; t++) {
        for (int r = 0; r < RESOURCES; r++) {
          double over = (used[t][r] - free[t][r]) / Math.max(1, free[t][r]);
          double unit = worth * free[t][0] / Math.max(1, free[t][r]);
          double move = step * unit * Math.max(-1, Math.min(1, over));
          price[t][r] = Math.max(0, price[t][r] + move);
        }
      }
      step *= decay;
    }
  }

  private double[][] used() {
    double[][] used = new double[price.length][RESOURCES];
    for (int j = 0; j < problem.jobCount(); j++) {
      int type = choice(j);
      if (type >= 0) {
        for (int r = 0; r < RESOURCES; r++) {
          used[type][r] += amount(j, r);
        }
      }
    }
    return used;
  }

  /** The type where the job gains most, or -1 where it gains nothing. */
  private int choice(int job) {
    int best = -1;
    double most = 0;
    for (int t = 0; t < price.length; t++) {
      double gain = problem.worth[job][t] - cost(job, t);
      if (gain > most && problem.allowsType(job, t)) {
        most = gain;
        best = t;
      }
    }
    return best;
  }

  private double cost(int job, int type) {
    double cost = 0;
    for (int r = 0; r < RESOURCES; r++) {
      cost += price[type][r] * amount(job, r);
    }
    return cost;
  }

  private double amount(int job, int resource) {
    PlaceableJob of = problem.jobs.get(job);
    int times = Math.max(1, of.gpus());
    return switch (resource) {
      case 0 -> of.gpus();
      case 1 -> of.cpusPerGpu() * times;
      default -> of.memMbPerGpu() * times;
    };
  }

  private double worthPerGpu() {
    double sum = 0;
    for (int j = 0; j < problem.jobCount(); j++) {
      double most = Arrays.stream(problem.worth[j]).max().orElse(0);
      sum += most / Math.max(1, problem.jobs.get(j).gpus());
    }
    return sum / Math.max(1, problem.jobCount());
  }
}
