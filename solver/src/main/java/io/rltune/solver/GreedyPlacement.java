package io.rltune.solver;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementResult.Status;
import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.List;

/**
 * Best fit in the order of worth per GPU, without a solver: the fallback, and the start of the
 * MILP. Milliseconds at thousands of GPUs; it knows no bound.
 */
public final class GreedyPlacement implements PlacementSolver {
  @Override
  public PlacementResult solve(
      PlacementInstance instance, List<Placement> warmStart, SolveLimits limits) {
    long begin = System.nanoTime();
    InstanceValidator.validate(instance);
    Problem problem = new Problem(instance);
    return result(problem, best(problem, warmStart), begin, "");
  }

  /** The better of greedy from scratch and greedy on top of the caller's placements. */
  static List<Start> best(Problem problem, List<Placement> warmStart) {
    List<Start> fresh = new GreedyFill(problem).run(List.of());
    List<Start> given = new ArrayList<>();
    for (Placement placement : warmStart) {
      Start start = problem.toStart(placement);
      if (start != null) {
        given.add(start);
      }
    }
    if (given.isEmpty()) {
      return fresh;
    }
    List<Start> onTop = new GreedyFill(problem).run(given);
    return objective(problem, onTop) > objective(problem, fresh) ? onTop : fresh;
  }

  static double objective(Problem problem, List<Start> starts) {
    return PlanChecker.check(problem.instance, problem.toPlacements(starts));
  }

  static PlacementResult result(Problem problem, List<Start> starts, long begin, String note) {
    List<Placement> placements = problem.toPlacements(starts);
    double objective = PlanChecker.check(problem.instance, placements);
    double ms = (System.nanoTime() - begin) / 1e6;
    return new PlacementResult(
        Status.HEURISTIC, objective, Double.NaN, Double.NaN, ms, placements, note);
  }
}
