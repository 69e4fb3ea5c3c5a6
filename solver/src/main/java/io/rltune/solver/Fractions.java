package io.rltune.solver;

import java.util.stream.IntStream;

/** What of a relaxation's point is not integral yet. */
final class Fractions {
  /** Distance from a whole number that is the arithmetic of an LP. */
  static final double INTEGRAL = 1e-6;

  private Fractions() {}

  /** Fractional variables of the first rank that has any, in their order. */
  static int[] ofFirstRank(MilpModel model, double[] values) {
    int[] fractional =
        IntStream.range(0, values.length).filter(i -> distance(values[i]) > INTEGRAL).toArray();
    int rank = IntStream.of(fractional).map(model::rank).min().orElse(0);
    return IntStream.of(fractional).filter(i -> model.rank(i) == rank).toArray();
  }

  /** Distance from the nearest whole number. */
  static double distance(double value) {
    return Math.abs(value - Math.rint(value));
  }

  /** The point with all values at their nearest whole numbers. */
  static double[] rounded(double[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> Math.rint(values[i]) + 0.0).toArray();
  }
}
