package io.rltune.solver;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementResult.Status;
import io.rltune.solver.Problem.Start;
import io.rltune.solver.ScipRun.Outcome;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import jscip.Scip;
import jscip.ScipException;
import jscip.ScipUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placement by MILP. The class model is solved first; in the rare case that its answer cannot be
 * laid out on nodes without loss, the plain model continues from there.
 */
public final class ScipPlacement implements PlacementSolver {
  private static final Logger LOG = LoggerFactory.getLogger(ScipPlacement.class);

  /** Relative difference of objectives that is rounding, not loss. */
  private static final double ROUNDING = 1e-9;

  private final Supplier<Scip> factory;
  private final Function<Problem, PlacementModel> firstModel;

  public ScipPlacement() {
    this(Scip::new, ClassModel::new);
  }

  /** For tests: another SCIP, or another model to begin with. */
  ScipPlacement(Supplier<Scip> factory, Function<Problem, PlacementModel> firstModel) {
    this.factory = factory;
    this.firstModel = firstModel;
  }

  @Override
  public PlacementResult solve(
      PlacementInstance instance, List<Placement> warmStart, SolveLimits limits) {
    long begin = System.nanoTime();
    InstanceValidator.validate(instance);
    Problem problem = new Problem(instance);
    List<Start> start = GreedyPlacement.best(problem, warmStart);
    try {
      return new Search(problem, limits, begin, start).run();
    } catch (ScipUnavailableException | ScipException | PlanViolationException e) {
      LOG.warn("placement falls back to greedy: {}", e.getMessage());
      return GreedyPlacement.result(problem, start, begin, e.getMessage());
    }
  }

  /** One solve: what is known so far, and the time that is left. */
  private final class Search {
    private final Problem problem;
    private final SolveLimits limits;
    private final long begin;
    private List<Start> best;
    private double objective;
    private double bound = Double.POSITIVE_INFINITY;
    private boolean outOfTime;

    private Search(Problem problem, SolveLimits limits, long begin, List<Start> start) {
      this.problem = problem;
      this.limits = limits;
      this.begin = begin;
      best = start;
      objective = GreedyPlacement.objective(problem, start);
    }

    private PlacementResult run() {
      PlacementModel first = firstModel.apply(problem);
      improve(first);
      if (!outOfTime && gap() > Math.max(limits.relativeGap(), ROUNDING)) {
        LOG.debug("the class model's answer does not fit its nodes: solving node by node");
        improve(new NodeModel(problem));
      }
      return result();
    }

    private void improve(PlacementModel model) {
      double leftMs = limits.timeLimitMs() - (System.nanoTime() - begin) / 1e6;
      if (leftMs <= 0) {
        outOfTime = true;
        return;
      }
      double[] point = model.encode(best);
      Outcome outcome = ScipRun.solve(factory, model.milp(), point, leftMs, limits.relativeGap());
      outOfTime = outcome.ranOutOfTime();
      bound = Math.min(bound, outcome.bound());
      if (outcome.point() != null) {
        keepBetter(new GreedyFill(problem).run(model.decode(outcome.point())));
      }
    }

    private void keepBetter(List<Start> starts) {
      double value = GreedyPlacement.objective(problem, starts);
      if (value > objective) {
        best = starts;
        objective = value;
      }
    }

    private double gap() {
      double difference = Math.max(0, bound - objective);
      return difference / Math.max(ROUNDING, Math.abs(objective));
    }

    private PlacementResult result() {
      if (Double.isInfinite(bound) || bound >= MilpModel.INFINITY) {
        String note = "no bound within " + limits.timeLimitMs() + " ms";
        return GreedyPlacement.result(problem, best, begin, note);
      }
      double proven = Math.max(bound, objective);
      double gap = gap();
      Status status =
          gap <= ROUNDING
              ? Status.OPTIMAL
              : gap <= limits.relativeGap() ? Status.GAP : Status.TIME_LIMIT;
      List<Placement> placements = problem.toPlacements(best);
      double ms = (System.nanoTime() - begin) / 1e6;
      return new PlacementResult(status, objective, proven, gap, ms, placements, "");
    }
  }
}
