package io.rltune.solver;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementResult.Status;
import io.rltune.solver.Problem.Start;
import io.rltune.solver.ScipPlacement.FirstModel;
import io.rltune.solver.ScipRun.Outcome;
import java.util.List;
import jscip.ScipUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One solve: what is known so far, and the time that is left. */
final class Search {
  private static final Logger LOG = LoggerFactory.getLogger(Search.class);

  /** Share of the time that the prices may take. */
  private static final double PRICING_SHARE = 0.4;

  /** Share of the time that the relaxation and all that goes on from it may take. */
  private static final double RELAXATION_SHARE = 0.95;

  /** Share of the rest of that time that the tree search may take before SCIP goes on. */
  private static final double TREE_SHARE = 0.75;

  /** Nanoseconds in which SCIP comes beyond its first relaxation; with less the tree goes on. */
  private static final long SCIP_NEEDS = 100_000_000;

  /** Gap below which the tree search would only tell equal plans apart: SCIP's matter. */
  private static final double LEAST_TREE_GAP = 1e-7;

  /** Share of the rest that the local search may take where the exact model comes after it. */
  private static final double SEARCH_SHARE = 0.25;

  /** Steps of the local search where the exact model comes after it. */
  private static final long STEPS_BEFORE_EXACT = 40_000;

  /** Share of the time that is kept for checking and writing the answer. */
  private static final double DECODE_SHARE = 0.02;

  private final Solvers solvers;
  private final FirstModel firstModel;
  private final Problem problem;
  private final SolveLimits limits;
  private final Deadline deadline;
  private final Incumbent incumbent;
  private double bound = Double.POSITIVE_INFINITY;
  private boolean outOfTime;
  private boolean searchedLocally;
  private String note = "";

  Search(
      Solvers solvers,
      FirstModel firstModel,
      Problem problem,
      SolveLimits limits,
      Deadline deadline,
      List<Start> start) {
    this.solvers = solvers;
    this.firstModel = firstModel;
    this.problem = problem;
    this.limits = limits;
    this.deadline = deadline;
    incumbent = new Incumbent(problem, start);
  }

  /** The best starts so far. */
  List<Start> best() {
    return incumbent.starts();
  }

  void run() {
    if (best().isEmpty() && !problem.anythingFits()) {
      bound = incumbent.objective();
      return;
    }
    long size = firstModel.size(problem);
    PlacementModel model = null;
    Box better = null;
    if (size <= ClassModelLimits.LARGE_MODEL) {
      model = firstModel.make(problem);
      better = relax(model);
    }
    boolean exactFits = size * ClassModelLimits.MS_PER_VARIABLE < deadline.left() / 1e6;
    long places = (long) problem.jobCount() * problem.nodeCount();
    boolean large = model == null || places > ClassModelLimits.MANY_PLACES;
    if (better == null && large && isOpen()) {
      searchByPrices(exactFits);
    }
    if (isOpen() && !exactFits) {
      outOfTime = true;
      note = "exact model of " + size + " variables left out: it needs more time";
    }
    if (isOpen() && model == null) {
      model = firstModel.make(problem);
      better = relax(model);
    }
    if (isOpen()) {
      improve(model, better == null ? Box.of(model.milp()) : better);
    }
    if (isOpen()) {
      LOG.debug("the class model's answer does not fit its nodes: solving node by node");
      PlacementModel nodes = new NodeModel(problem);
      improve(nodes, Box.of(nodes.milp()));
    }
  }

  /**
   * Relaxation, dive and tree search.
   *
   * @return bounds of the variables that better plans keep; null where the relaxation was not
   *     solved
   */
  private Box relax(PlacementModel model) {
    Deadline sooner = deadline.share(RELAXATION_SHARE);
    try (Relaxation relaxation = solvers.relaxation().apply(model.milp(), sooner)) {
      if (!relaxation.solve()) {
        return null;
      }
      ReducedCosts costs = relaxation.reducedCosts();
      bound = Math.min(bound, costs.bound());
      if (isOpen() && !searchedLocally) {
        dive(model, relaxation, sooner);
      }
      if (isOpen()) {
        searchTree(model, relaxation, costs, sooner);
      }
      return costs.better(incumbent.reach(-Incumbent.ROUNDING));
    } catch (ScipUnavailableException e) {
      // Said once, when the libraries were loaded.
      LOG.debug("placement without a relaxation: {}", e.getMessage());
      return null;
    }
  }

  private void dive(PlacementModel model, Relaxation relaxation, Deadline sooner) {
    double[] values = relaxation.values();
    Dive dive = new Dive(model.milp(), relaxation, Box.of(model.milp()));
    double[] point = dive.run(incumbent.objective(), sooner);
    incumbent.offerFilled(point == null ? model.near(values) : model.decode(point));
  }

  private void searchTree(
      PlacementModel model, Relaxation relaxation, ReducedCosts costs, Deadline sooner) {
    boolean scipFollows = deadline.left() * (1 - TREE_SHARE) > SCIP_NEEDS;
    Deadline end = scipFollows ? sooner.share(TREE_SHARE) : sooner;
    // A little less than what is asked for: its bound is often exactly that far away.
    double gap = Math.max(limits.relativeGap() - LEAST_TREE_GAP, LEAST_TREE_GAP);
    TreeSearch tree = new TreeSearch(model, relaxation, incumbent, gap, end);
    bound = Math.min(bound, tree.run(costs));
    outOfTime = isOpen() && end.isOver() && !scipFollows;
    LOG.debug("tree search: {} nodes, gap {}", tree.visited(), gap());
  }

  /** Lagrangian bound and local search; where the exact model comes after, for part of the time. */
  private void searchByPrices(boolean exactFollows) {
    LagrangeBound prices = new LagrangeBound(problem, new NodeGroups(problem));
    prices.run(deadline.share(PRICING_SHARE));
    bound = prices.bound();
    if (isOpen()) {
      double share = exactFollows ? SEARCH_SHARE : 1;
      LocalSearch search = new LocalSearch(problem, prices);
      searchedLocally = true;
      search.begin(best());
      double enough = bound / (1 + Math.max(limits.relativeGap(), Incumbent.ROUNDING));
      long reserve = (long) (DECODE_SHARE * limits.timeLimitMs() * 1e6);
      long steps = exactFollows ? STEPS_BEFORE_EXACT : Long.MAX_VALUE;
      incumbent.offer(search.run(deadline.sooner(reserve).share(share), enough, steps));
    }
  }

  private boolean isOpen() {
    return !outOfTime && gap() > Math.max(limits.relativeGap(), Incumbent.ROUNDING);
  }

  private void improve(PlacementModel model, Box box) {
    if (deadline.isOver()) {
      outOfTime = true;
      return;
    }
    Restriction within = new Restriction(model.milp(), box);
    double[] start = within.inside(model.encode(best()));
    Outcome outcome =
        ScipRun.solve(solvers.scip(), within.model(), start, deadline, limits.relativeGap());
    outOfTime = outcome.ranOutOfTime();
    bound = Math.min(bound, outcome.bound() + within.fixedWorth());
    if (outcome.point() != null) {
      incumbent.offerFilled(model.decode(within.whole(outcome.point())));
    }
  }

  private double gap() {
    return incumbent.gapTo(bound);
  }

  PlacementResult result(long begin) {
    if (Double.isInfinite(bound) || bound >= MilpModel.INFINITY) {
      String note = "no bound within " + limits.timeLimitMs() + " ms";
      return GreedyPlacement.result(problem, best(), begin, note);
    }
    double proven = Math.max(bound, incumbent.objective());
    double gap = gap();
    Status status =
        gap <= Incumbent.ROUNDING
            ? Status.OPTIMAL
            : gap <= limits.relativeGap() ? Status.GAP : Status.TIME_LIMIT;
    List<Placement> placements = problem.toPlacements(best());
    double ms = (System.nanoTime() - begin) / 1e6;
    return new PlacementResult(
        status,
        incumbent.objective(),
        proven,
        gap,
        ms,
        placements,
        status == Status.TIME_LIMIT ? note : "");
  }
}
