package io.rltune.policy.net;

import java.util.SplittableRandom;

/**
 * Fixed inputs on which the plain forward pass must agree with Deeplearning4j's: a policy file
 * carries what Deeplearning4j made of them, so that a reader without Deeplearning4j can check its
 * own.
 */
public final class ParityProbe {
  /** Largest difference allowed, relative for outputs beyond 1. */
  public static final double TOLERANCE = 1e-5;

  private static final int ROWS = 256;
  private static final long SEED = 20_251_210;

  private ParityProbe() {}

  /** The rows, normalised inputs as they come, -3 to 3. */
  public static float[] rows(int width) {
    SplittableRandom random = new SplittableRandom(SEED);
    float[] rows = new float[ROWS * width];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) (6 * random.nextDouble() - 3);
    }
    return rows;
  }

  /** Largest difference of two outputs, relative for those beyond 1; NaN counts as the worst. */
  public static double difference(float[] plain, float[] dl4j) {
    if (plain.length != dl4j.length) {
      return Double.POSITIVE_INFINITY;
    }
    double worst = 0;
    for (int i = 0; i < plain.length; i++) {
      double difference = Math.abs((double) plain[i] - dl4j[i]) / Math.max(1, Math.abs(dl4j[i]));
      // Math.max passes a NaN on.
      worst = Math.max(worst, difference);
    }
    return worst;
  }
}
