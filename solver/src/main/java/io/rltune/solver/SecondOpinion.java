package io.rltune.solver;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementResult.Status;
import io.rltune.solver.Problem.Start;
import io.rltune.solver.ScipRun.Outcome;
import java.util.List;
import jscip.Scip;

/** The same instance by other means: the plain per-node model, and HiGHS instead of SCIP. */
final class SecondOpinion {
  /** Larger models are not even built: that alone takes longer than the limit. */
  static final long MOST_VARIABLES = 100_000;

  private final PlacementInstance instance;
  private final SolveLimits limits;

  SecondOpinion(PlacementInstance instance, SolveLimits limits) {
    this.instance = instance;
    this.limits = limits;
  }

  /** Per-node model by SCIP from the greedy start; null where it is too large. */
  PlacementResult perNode() {
    long begin = System.nanoTime();
    Problem problem = new Problem(instance);
    if (NodeModel.columns(problem) > MOST_VARIABLES) {
      return null;
    }
    List<Start> greedy = GreedyPlacement.best(problem, List.of());
    NodeModel model = new NodeModel(problem);
    Deadline deadline = Deadline.in(SolveClock.WALL, limits.timeLimitMs() * 1_000_000);
    Outcome outcome =
        ScipRun.solve(
            Scip::new, model.milp(), model.encode(greedy), deadline, limits.relativeGap());
    double objective = GreedyPlacement.objective(problem, greedy);
    if (outcome.point() != null) {
      objective =
          Math.max(objective, GreedyPlacement.objective(problem, model.decode(outcome.point())));
    }
    return result(objective, outcome.bound(), begin);
  }

  /** The exact model by HiGHS, without a start; null where it is too large. */
  PlacementResult highs() {
    long begin = System.nanoTime();
    Problem problem = new Problem(instance);
    boolean plain = problem.isPlain();
    if ((plain ? ClassModel.columnsOfSingleNodes(problem) : NodeModel.columns(problem))
        > MOST_VARIABLES) {
      return null;
    }
    PlacementModel model = plain ? new ClassModel(problem) : new NodeModel(problem);
    double left = limits.timeLimitMs() / 1e3 - (System.nanoTime() - begin) / 1e9;
    HighsRun.Outcome outcome =
        HighsRun.solve(model.milp(), Math.max(0.001, left), limits.relativeGap());
    return result(Math.max(0, outcome.objective()), outcome.bound(), begin);
  }

  private PlacementResult result(double objective, double bound, long begin) {
    double gap = Math.max(0, bound - objective) / Math.max(1e-9, objective);
    Status status = gap <= limits.relativeGap() ? Status.GAP : Status.TIME_LIMIT;
    double ms = (System.nanoTime() - begin) / 1e6;
    return new PlacementResult(status, objective, bound, gap, ms, List.<Placement>of(), "");
  }
}
