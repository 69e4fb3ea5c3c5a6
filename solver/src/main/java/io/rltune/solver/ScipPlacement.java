package io.rltune.solver;

import io.rltune.model.Placement;
import io.rltune.solver.Problem.Start;
import java.util.List;
import jscip.Scip;
import jscip.ScipUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Placement by MILP. Where jobs ask for few different things, a {@link Dive} from the relaxation of
 * the class model and a {@link TreeSearch} find plans and a bound, and SCIP goes on from there; in
 * the rare case that its answer cannot be laid out on nodes without loss, the plain model
 * continues. Where the exact model is large, {@link LagrangeBound} finds a bound and {@link
 * LocalSearch} good starts first; the exact model continues from them if they are not good enough
 * and its size lets it bring anything in the time that is left.
 */
public final class ScipPlacement implements PlacementSolver {
  private static final Logger LOG = LoggerFactory.getLogger(ScipPlacement.class);

  private final Solvers solvers;
  private final FirstModel firstModel;
  private final SolveClock clock;

  /**
   * Loads SCIP and HiGHS, which takes up to a second once per JVM; what is missing is said here.
   * Without SCIP a solve ends with what comes before it, without HiGHS it has no relaxation.
   */
  public ScipPlacement() {
    this(SolveClock.WALL);
  }

  /** For measurements: another clock. */
  ScipPlacement(SolveClock clock) {
    this(Solvers.OURS, new ClassesFirst(), clock);
    loadScip();
    loadHighs();
  }

  // Not within the time limit of the first solve.
  private static void loadScip() {
    Scip scip = new Scip();
    try {
      scip.create("load");
    } catch (ScipUnavailableException e) {
      LOG.warn("placements without SCIP: {}", e.getMessage());
    } finally {
      scip.free();
    }
  }

  private static void loadHighs() {
    try {
      Highs.load();
    } catch (ScipUnavailableException e) {
      LOG.warn("placements without a relaxation, and so not as near the best: {}", e.getMessage());
    }
  }

  /** For tests: other solvers, or another model to begin with. */
  ScipPlacement(Solvers solvers, FirstModel firstModel) {
    this(solvers, firstModel, SolveClock.WALL);
  }

  private ScipPlacement(Solvers solvers, FirstModel firstModel, SolveClock clock) {
    this.solvers = solvers;
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
    Search search = new Search(solvers, firstModel, problem, limits, deadline, start);
    try {
      search.run();
      return search.result(begin);
    } catch (ScipUnavailableException e) {
      LOG.warn("placement without SCIP: {}", e.getMessage());
      return GreedyPlacement.result(problem, search.best(), begin, e.getMessage());
    } catch (RuntimeException e) {
      // Whatever breaks here, jobs must still be placed: greedy has an answer already.
      LOG.warn("placement by greedy, because the MILP failed", e);
      return GreedyPlacement.result(
          problem, search.best(), begin, "MILP failed: " + e.getMessage());
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
}
