package io.rltune.plan;

/** A mean of ratios that forgets: of the last few hundred, with a cautious start. */
final class MeanRatio {
  /**
   * Users ask for about twice what they need (Lee et al., "Are user runtime estimates inherently
   * inaccurate?", JSSPP 2004).
   */
  private static final double PRIOR = 0.5;

  private static final double PRIOR_WEIGHT = 10;
  private static final double DECAY = 1 - 1.0 / 500;

  private double weight = PRIOR_WEIGHT;
  private double sum = PRIOR * PRIOR_WEIGHT;

  void add(double ratio) {
    weight = weight * DECAY + 1;
    sum = sum * DECAY + ratio;
  }

  double value() {
    return sum / weight;
  }
}
