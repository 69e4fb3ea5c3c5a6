package io.rltune.solver;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementResult.Status;
import io.rltune.solver.Problem.Start;
import io.rltune.solver.ScipRun.Outcome;
import java.util.List;
import java.util.function.Supplier;
import jscip.Scip;
import jscip.ScipUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placement by MILP. Where jobs ask for few different things, the class model is solved; in the
 * rare case that its answer cannot be laid out on nodes without loss, the plain model continues
 * from there. Where the exact model is large, {@link LagrangeBound} finds a bound and {@link
 * LocalSearch} good starts first; the exact model continues from them if they are not good enough
 * and its size lets it bring anything in the time that is left.
 */
public final class ScipPlacement implements PlacementSolver {
  private static final Logger LOG = LoggerFactory.getLogger(ScipPlacement.class);

  /** Relative difference of objectives that is rounding, not loss. */
  private static final double ROUNDING = 1e-9;

  /** Share of the time that the prices may take. */
  private static final double PRICING_SHARE = 0.4;

  /** Share of the rest that the local search may take where the exact model comes after it. */
  private static final double SEARCH_SHARE = 0.25;

  /** Steps of the local search where the exact model comes after it. */
  private static final long STEPS_BEFORE_EXACT = 40_000;

  /** Share of the time that is kept for checking and writing the answer. */
  private static final double DECODE_SHARE = 0.02;

  private final Supplier<Scip> factory;
  private final FirstModel firstModel;
  private final SolveClock clock;

  /** Loads SCIP, which takes up to a second once per JVM; without it every solve is greedy. */
  public ScipPlacement() {
    this(SolveClock.WALL);
  }

  /** For measurements: another clock. */
  ScipPlacement(SolveClock clock) {
    this(Scip::new, new ClassesFirst(), clock);
    // Not within the time limit of the first solve.
    Scip scip = new Scip();
    try {
      scip.create("load");
    } catch (ScipUnavailableException e) {
      LOG.warn("placements will be greedy: {}", e.getMessage());
    } finally {
      scip.free();
    }
  }

  /** For tests: another SCIP, or another model to begin with. */
  ScipPlacement(Supplier<Scip> factory, FirstModel firstModel) {
    this(factory, firstModel, SolveClock.WALL);
  }

  private ScipPlacement(Supplier<Scip> factory, FirstModel firstModel, SolveClock clock) {
    this.factory = factory;
    this.firstModel = firstModel;
    this.clock = clock;
  }

  @Override
  public PlacementResult solve(
      PlacementInstance instance, List<Placement> warmStart, SolveLimits limits) {
    Deadline deadline = Deadline.in(clock, limits.timeLimitMs() * 1_000_000);
    long begin = System.nanoTime();
    InstanceValidator.validate(instance);
    Problem problem = new Problem(instance);
    List<Start> start = GreedyPlacement.best(problem, warmStart);
    Search search = new Search(problem, limits, deadline, begin, start);
    try {
      return search.run();
    } catch (ScipUnavailableException e) {
      LOG.warn("placement without SCIP, by greedy: {}", e.getMessage());
      return GreedyPlacement.result(problem, search.best, begin, e.getMessage());
    } catch (RuntimeException e) {
      // Whatever breaks here, jobs must still be placed: greedy has an answer already.
      LOG.warn("placement by greedy, because the MILP failed", e);
      return GreedyPlacement.result(problem, search.best, begin, "MILP failed: " + e.getMessage());
    }
  }

  /** The exact model to begin with. */
  interface FirstModel {
    PlacementModel make(Problem problem);

    /** About how many variables it has beyond those that jobs of few kinds need. */
    default long size(Problem problem) {
      return 0;
    }
  }

  private static final class ClassesFirst implements FirstModel {
    @Override
    public PlacementModel make(Problem problem) {
      return problem.isPlain() ? new ClassModel(problem) : new NodeModel(problem);
    }

    @Override
    public long size(Problem problem) {
      return problem.isPlain()
          ? ClassModel.columnsOfSingleNodes(problem)
          : NodeModel.columns(problem);
    }
  }

  /** One solve: what is known so far, and the time that is left. */
  private final class Search {
    private final Problem problem;
    private final SolveLimits limits;
    private final Deadline deadline;
    private final long begin;
    private List<Start> best;
    private double objective;
    private double bound = Double.POSITIVE_INFINITY;
    private boolean outOfTime;
    private String note = "";

    private Search(
        Problem problem, SolveLimits limits, Deadline deadline, long begin, List<Start> start) {
      this.deadline = deadline;
      this.problem = problem;
      this.limits = limits;
      this.begin = begin;
      best = start;
      objective = GreedyPlacement.objective(problem, start);
    }

    private PlacementResult run() {
      if (best.isEmpty() && !problem.anythingFits()) {
        bound = objective;
        return result();
      }
      long size = firstModel.size(problem);
      boolean exactFits = size * ClassModelLimits.MS_PER_VARIABLE < deadline.left() / 1e6;
      long places = (long) problem.jobCount() * problem.nodeCount();
      if (size > ClassModelLimits.LARGE_MODEL || places > ClassModelLimits.MANY_PLACES) {
        searchByPrices(exactFits);
      }
      if (isOpen()) {
        if (exactFits) {
          improve(firstModel.make(problem));
        } else {
          outOfTime = true;
          note = "exact model of " + size + " variables left out: it needs more time";
        }
      }
      if (isOpen()) {
        LOG.debug("the class model's answer does not fit its nodes: solving node by node");
        improve(new NodeModel(problem));
      }
      return result();
    }

    /**
     * Lagrangian bound and local search; where the exact model comes after, for part of the time.
     */
    private void searchByPrices(boolean exactFollows) {
      LagrangeBound prices = new LagrangeBound(problem, new NodeGroups(problem));
      prices.run(deadline.share(PRICING_SHARE));
      bound = prices.bound();
      if (isOpen()) {
        double share = exactFollows ? SEARCH_SHARE : 1;
        LocalSearch search = new LocalSearch(problem, prices);
        search.begin(best);
        double enough = bound / (1 + Math.max(limits.relativeGap(), ROUNDING));
        long reserve = (long) (DECODE_SHARE * limits.timeLimitMs() * 1e6);
        long steps = exactFollows ? STEPS_BEFORE_EXACT : Long.MAX_VALUE;
        keepBetter(search.run(deadline.sooner(reserve).share(share), enough, steps));
      }
    }

    private boolean isOpen() {
      return !outOfTime && gap() > Math.max(limits.relativeGap(), ROUNDING);
    }

    private void improve(PlacementModel model) {
      if (deadline.isOver()) {
        outOfTime = true;
        return;
      }
      double[] point = model.encode(best);
      Outcome outcome = ScipRun.solve(factory, model.milp(), point, deadline, limits.relativeGap());
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
      return new PlacementResult(
          status, objective, proven, gap, ms, placements, status == Status.TIME_LIMIT ? note : "");
    }
  }
}
