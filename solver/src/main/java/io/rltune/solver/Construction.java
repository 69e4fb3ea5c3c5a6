package io.rltune.solver;

import io.rltune.solver.Problem.Start;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Plans from the prices alone: jobs that the prices are sure of first, each on its type, those that
 * are hard to place before others. What found no place comes earlier the next time (squeaky wheel
 * optimisation, Joslin and Clements, Journal of Artificial Intelligence Research 10, 1999).
 */
final class Construction {
  private static final int TIMES = 10;

  /** Of a job's use by the prices: sure of it, and rather yes than no. */
  private static final double SURE = 0.85;

  private static final double LIKELY = 0.5;

  /** Keys of sure jobs: above those of all others, that cannot be split first. */
  private static final double WHOLE = 2e9;

  private static final double SPLITS = 1e9;

  private final Problem problem;
  private final LagrangeBound prices;
  private final WorkingPlan plan;
  private final int[] nodes;
  private final Random random = new Random(11);

  /** By job: the type where it belongs, or -1. */
  private final int[] type;

  private final boolean[] sure;
  private final double[] urgency;
  private final double[] key;

  Construction(Problem problem, LagrangeBound prices, WorkingPlan plan, int[] nodes) {
    this.problem = problem;
    this.prices = prices;
    this.plan = plan;
    this.nodes = nodes;
    int jobs = problem.jobCount();
    type = new int[jobs];
    sure = new boolean[jobs];
    urgency = new double[jobs];
    key = new double[jobs];
    for (int j = 0; j < jobs; j++) {
      double[] usage = prices.usage()[j];
      double used = 0;
      for (int t = 0; t < usage.length; t++) {
        used += usage[t];
        type[j] = usage[t] > usage[type[j]] ? t : type[j];
      }
      sure[j] = used > SURE;
      type[j] = used < LIKELY ? -1 : type[j];
    }
  }

  /** The best of some plans and the given one. */
  List<Start> best(List<Start> given) {
    plan.reset(given);
    List<Start> best = given;
    double most = plan.objective();
    for (int i = 0; i < TIMES; i++) {
      construct(i);
      if (plan.objective() > most) {
        most = plan.objective();
        best = plan.state().starts();
      }
      for (int j = 0; j < urgency.length; j++) {
        boolean missing = sure[j] && !plan.state().isStarted(j);
        urgency[j] = missing ? urgency[j] + 0.5 + random.nextDouble() : 0.9 * urgency[j];
      }
    }
    return best;
  }

  private void construct(int round) {
    plan.reset(List.of());
    for (int j = 0; j < key.length; j++) {
      key[j] = sure[j] ? hardness(j, round) : prices.opportunity()[j] / size(j);
    }
    int[] order =
        IntStream.range(0, key.length)
            .boxed()
            .sorted(Comparator.comparingDouble(j -> -key[j]))
            .mapToInt(j -> j)
            .toArray();
    for (int j : order) {
      if (type[j] >= 0) {
        plan.place(j, type[j]);
      }
    }
    for (int j : order) {
      plan.insert(j, 0);
    }
    for (int node : nodes) {
      plan.fill(node, 0);
    }
  }

  /** By GPUs and by CPUs in turn; from the third time on with some noise. */
  private double hardness(int job, int round) {
    var of = problem.jobs.get(job);
    boolean splits = of.maxNodes() > 1 && of.gpus() > 1;
    double hard = round % 2 == 1 ? of.cpusPerGpu() * size(job) : size(job);
    double noise = round < 2 ? 1 : 0.9 + 0.2 * random.nextDouble();
    return (splits ? SPLITS : WHOLE) + hard * noise * (1 + urgency[job]);
  }

  private int size(int job) {
    return Math.max(1, problem.jobs.get(job).gpus());
  }
}
