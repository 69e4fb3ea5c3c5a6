package io.rltune.solver;

/**
 * A bound with its proof: every point within some bounds of the variables is worth at most the
 * bound less what its variables cost for being away from where they earn most.
 */
final class ReducedCosts {
  private static final double ROUNDING = 1e-9;

  private final Box within;
  private final double[] reduced;
  private final double bound;

  ReducedCosts(Box within, double[] reduced, double bound) {
    this.within = within;
    this.reduced = reduced;
    this.bound = bound;
  }

  double bound() {
    return bound;
  }

  /**
   * Bounds of the variables that every integer point worth more than the target keeps.
   *
   * @return lower and upper bounds, by variable
   */
  Box better(double target) {
    Box box = within.copy();
    double slack = Math.max(0, bound - target) + ROUNDING * Math.max(1, Math.abs(bound));
    for (int i = 0; i < reduced.length; i++) {
      double away = Math.floor(slack / Math.abs(reduced[i]) + ROUNDING);
      if (away < within.upper()[i] - within.lower()[i]) {
        if (reduced[i] < 0) {
          box.upper()[i] = within.lower()[i] + away;
        } else {
          box.lower()[i] = within.upper()[i] - away;
        }
      }
    }
    return box;
  }
}
