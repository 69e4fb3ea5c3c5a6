package io.rltune.solver;

import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Starts that a search changes, with what it takes to change them back. */
final class WorkingPlan {
  private static final double EPSILON = 1e-9;

  private final Problem problem;
  private final FreeState state;
  private final Placer placer;
  private final NodeFiller filler;
  private final Random random;
  private final double[] gpuPrice;
  private final List<Start> removed = new ArrayList<>();
  private final List<Start> added = new ArrayList<>();

  WorkingPlan(Problem problem, LagrangeBound prices, Random random) {
    this.problem = problem;
    this.random = random;
    state = new FreeState(problem);
    placer = new Placer(problem, state, prices::costOn);
    filler = new NodeFiller(problem, prices, state);
    gpuPrice = gpuPrices(problem, prices);
  }

  /** By type: what a GPU of it is worth to the jobs that use it. */
  private static double[] gpuPrices(Problem problem, LagrangeBound prices) {
    double[] paid = new double[problem.typeCount()];
    double[] gpus = new double[paid.length];
    for (int j = 0; j < problem.jobCount(); j++) {
      for (int t = 0; t < paid.length; t++) {
        double used = prices.usage()[j][t];
        if (used > 0.1) {
          paid[t] += used * (problem.worth[j][t] - prices.opportunity()[j]);
          gpus[t] += used * Math.max(1, problem.jobs.get(j).gpus());
        }
      }
    }
    for (int t = 0; t < paid.length; t++) {
      paid[t] = gpus[t] == 0 ? 0 : Math.max(0, paid[t] / gpus[t]);
    }
    return paid;
  }

  FreeState state() {
    return state;
  }

  double objective() {
    return state.objective();
  }

  /** Starts exactly these. */
  void reset(List<Start> starts) {
    state.starts().forEach(state::release);
    starts.forEach(state::take);
    mark();
  }

  /** What comes after this can be taken back. */
  void mark() {
    removed.clear();
    added.clear();
  }

  /** Takes back all changes since the mark. */
  void undo() {
    for (int i = added.size() - 1; i >= 0; i--) {
      state.release(added.get(i));
    }
    removed.forEach(state::take);
  }

  void add(Start start) {
    state.take(start);
    added.add(start);
  }

  void remove(Start start) {
    state.release(start);
    removed.add(start);
  }

  /** Starts the job on the type, if it fits there. */
  void place(int job, int type) {
    Start start = state.accountAllows(job) ? placer.place(job, type) : null;
    if (start != null) {
      add(start);
    }
  }

  /** Starts the job where it gains most, GPUs counted at a share of their price. */
  void insert(int job, double priced) {
    if (state.isStarted(job) || !state.accountAllows(job)) {
      return;
    }
    Start best = null;
    double most = Double.NEGATIVE_INFINITY;
    int largest = random.nextInt(4) > 0 ? 0 : 1 + random.nextInt(8);
    for (int t = 0; t < problem.typeCount(); t++) {
      if (problem.allowsType(job, t)) {
        Start start = largest == 0 ? null : placer.fillHoles(job, t, largest);
        if (start == null) {
          start = placer.place(job, t);
        }
        double gain = start == null ? 0 : state.gainOf(start);
        double net = gain - priced * gpuPrice[t] * problem.jobs.get(job).gpus();
        if (gain > EPSILON && net > most) {
          best = start;
          most = net;
        }
      }
    }
    if (best != null) {
      add(best);
    }
  }

  /** Fills what is left of a node, as {@link NodeFiller} does. */
  void fill(int node, double elsewhere) {
    filler.fill(node, elsewhere, this::add);
  }

  /** Fills the nodes of what was removed since the mark. */
  void fillRemoved(double elsewhere) {
    int count = removed.size();
    for (int i = 0; i < count; i++) {
      for (int node : removed.get(i).nodes()) {
        if (state.gpus(node) > 0) {
          fill(node, elsewhere);
        }
      }
    }
  }
}
