package io.rltune.solver;

import io.rltune.solver.Problem.Start;
import java.util.List;

/** The best plan of a search so far. */
final class Incumbent {
  /** Relative difference of objectives that is rounding, not loss. */
  static final double ROUNDING = 1e-9;

  private final Problem problem;
  private List<Start> starts;
  private double objective;

  Incumbent(Problem problem, List<Start> starts) {
    this.problem = problem;
    this.starts = starts;
    objective = GreedyPlacement.objective(problem, starts);
  }

  List<Start> starts() {
    return starts;
  }

  double objective() {
    return objective;
  }

  /** Takes the plan, and what still fits beside it, if that is worth more. */
  void offerFilled(List<Start> plan) {
    offer(new GreedyFill(problem).run(plan));
  }

  /** Takes the plan if it is worth more. */
  void offer(List<Start> plan) {
    double value = GreedyPlacement.objective(problem, plan);
    if (value > objective) {
      starts = plan;
      objective = value;
    }
  }

  /** By how much the bound lies above the plan, as a share of its worth. */
  double gapTo(double bound) {
    return Math.max(0, bound - objective) / Math.max(ROUNDING, Math.abs(objective));
  }

  /** What a plan must be worth more than, so that this one is not within the gap of it. */
  double reach(double gap) {
    return objective + gap * Math.max(ROUNDING, Math.abs(objective));
  }
}
