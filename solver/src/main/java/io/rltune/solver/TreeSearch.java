package io.rltune.solver;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Branch and bound on a {@link Relaxation}: small models have to be searched for their last
 * percent, and HiGHS solves the relaxation of the next tree node in a millisecond, from where it
 * was. The tree is walked downwards while it promises something, then goes on at its best open
 * node; now and then a plan is sought near the point of the relaxation.
 */
final class TreeSearch {
  /** Tree nodes from one look for plans near the relaxation's point to the next. */
  private static final int NEAR_EVERY = 4;

  /** Tree nodes from one dive to the next. */
  private static final int DIVE_EVERY = 20;

  /** How far above a whole number a value must be for the way up to come first. */
  private static final double UP_FIRST = 0.5;

  private final PlacementModel plans;
  private final MilpModel model;
  private final Relaxation relaxation;
  private final Incumbent incumbent;
  private final double gap;
  private final Deadline deadline;
  private final PseudoCosts costs;
  private final PriorityQueue<TreeNode> open =
      new PriorityQueue<>(Comparator.comparingDouble((TreeNode node) -> -node.bound()));

  private double closed = Double.NEGATIVE_INFINITY;
  private int visited;

  /**
   * A search.
   *
   * @param relaxation of the model; narrowed by the search
   * @param incumbent gets better by it
   * @param gap relative gap to stop at
   */
  TreeSearch(
      PlacementModel plans,
      Relaxation relaxation,
      Incumbent incumbent,
      double gap,
      Deadline deadline) {
    this.plans = plans;
    this.relaxation = relaxation.forShortSolves();
    this.incumbent = incumbent;
    this.gap = gap;
    this.deadline = deadline;
    model = plans.milp();
    costs = new PseudoCosts(model);
  }

  /**
   * Searches until the gap is reached, nothing is open or the time is over.
   *
   * @param root the proof from the relaxation of the whole model
   * @return a bound of every plan
   */
  double run(ReducedCosts root) {
    closed = incumbent.reach(gap);
    // Plans that are within the gap of the best need not be looked for.
    TreeNode node = TreeNode.root(root.better(closed), root.bound());
    while (node != null && !deadline.isOver()) {
      TreeNode next = visit(node);
      node = next == null ? bestOpen() : next;
    }
    if (node != null) {
      open.add(node);
    }
    return Math.max(closed, open.isEmpty() ? closed : open.peek().bound());
  }

  /** Number of relaxations that were solved for tree nodes. */
  int visited() {
    return visited;
  }

  private TreeNode bestOpen() {
    return open.isEmpty() || isClosed(open.peek().bound()) ? null : open.poll();
  }

  private boolean isClosed(double bound) {
    return bound <= incumbent.reach(gap);
  }

  /** Solves the node's relaxation and branches; returns the child to go on with, if any. */
  private TreeNode visit(TreeNode node) {
    visited++;
    Box box = node.box();
    relaxation.within(box);
    if (!relaxation.solve()) {
      // Where it was not solved for another reason, nothing is known beyond the parent's bound.
      if (!relaxation.isInfeasible()) {
        closed = Math.max(closed, node.bound());
      }
      return null;
    }
    node.solved(relaxation.reducedCosts().bound(), relaxation.objective(), costs);
    if (isClosed(node.bound())) {
      closed = Math.max(closed, node.bound());
      return null;
    }
    double[] values = relaxation.values();
    int variable = variableToBranchOn(values);
    if (variable < 0) {
      incumbent.offerFilled(plans.decode(Fractions.rounded(values)));
      closed = Math.max(closed, node.bound());
      return null;
    }
    double objective = relaxation.objective();
    lookAround(box, values);
    return branch(node, variable, values[variable], objective);
  }

  private TreeNode branch(TreeNode node, int variable, double value, double objective) {
    TreeNode up = node.up(variable, value, objective);
    TreeNode down = node.down(variable, value, objective);
    boolean upFirst = value - Math.floor(value) > UP_FIRST;
    open.add(upFirst ? down : up);
    return upFirst ? up : down;
  }

  private void lookAround(Box box, double[] values) {
    if (visited % NEAR_EVERY == 1) {
      incumbent.offerFilled(plans.near(values));
    }
    if (visited % DIVE_EVERY == 2) {
      double[] point = new Dive(model, relaxation, box).run(incumbent.objective(), deadline);
      if (point != null) {
        incumbent.offerFilled(plans.decode(point));
      }
    }
  }

  /** The variable of the first rank with a fractional value that is worth most; -1: none. */
  private int variableToBranchOn(double[] values) {
    return Arrays.stream(Fractions.ofFirstRank(model, values))
        .boxed()
        .max(Comparator.comparingDouble(i -> costs.score(i, values[i])))
        .orElse(-1);
  }
}
