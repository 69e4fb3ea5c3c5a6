package io.rltune.solver;

import io.rltune.solver.MilpModel.Column;

/**
 * A bound with its proof: every point of the model is worth at most the bound less what its
 * variables cost for being away from where they earn most.
 */
final class ReducedCosts {
  private static final double ROUNDING = 1e-9;

  private final MilpModel model;
  private final double[] reduced;
  private final double bound;

  ReducedCosts(MilpModel model, double[] reduced, double bound) {
    this.model = model;
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
    Box box = Box.of(model);
    double slack = Math.max(0, bound - target) + ROUNDING * Math.max(1, Math.abs(bound));
    for (int i = 0; i < reduced.length; i++) {
      Column column = model.columns().get(i);
      double range = column.upper() - column.lower();
      double away = Math.floor(slack / Math.abs(reduced[i]) + ROUNDING);
      if (away < range) {
        if (reduced[i] < 0) {
          box.upper()[i] = column.lower() + away;
        } else {
          box.lower()[i] = column.upper() - away;
        }
      }
    }
    return box;
  }
}
