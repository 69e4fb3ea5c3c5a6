package io.rltune.sim.train;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Intervals for paired figures by resampling the pairs (Efron and Tibshirani, "An Introduction to
 * the Bootstrap", 1993, percentile intervals).
 */
public final class Bootstrap {
  private static final int RESAMPLES = 4_000;

  private Bootstrap() {}

  /**
   * A figure and its 95 % interval.
   *
   * @param value the figure on all pairs
   * @param low 2.5 % quantile over resamples
   * @param high 97.5 % quantile
   */
  public record Interval(double value, double low, double high) {}

  /** Sum of ours over sum of theirs, pairs resampled; NaN where theirs is 0 in all. */
  public static Interval ratio(double[] ours, double[] theirs, long seed) {
    check(ours, theirs);
    SplittableRandom random = new SplittableRandom(seed);
    double[] resampled = new double[RESAMPLES];
    for (int r = 0; r < RESAMPLES; r++) {
      double above = 0;
      double below = 0;
      for (int i = 0; i < ours.length; i++) {
        int pick = random.nextInt(ours.length);
        above += ours[pick];
        below += theirs[pick];
      }
      resampled[r] = above / below;
    }
    return interval(Arrays.stream(ours).sum() / Arrays.stream(theirs).sum(), resampled);
  }

  /** Mean of ours less theirs, pairs resampled. */
  public static Interval difference(double[] ours, double[] theirs, long seed) {
    check(ours, theirs);
    SplittableRandom random = new SplittableRandom(seed);
    double[] resampled = new double[RESAMPLES];
    double all = 0;
    for (int i = 0; i < ours.length; i++) {
      all += (ours[i] - theirs[i]) / ours.length;
    }
    for (int r = 0; r < RESAMPLES; r++) {
      for (int i = 0; i < ours.length; i++) {
        int pick = random.nextInt(ours.length);
        resampled[r] += (ours[pick] - theirs[pick]) / ours.length;
      }
    }
    return interval(all, resampled);
  }

  private static Interval interval(double value, double[] resampled) {
    Arrays.sort(resampled);
    return new Interval(
        value, resampled[(int) (0.025 * RESAMPLES)], resampled[(int) (0.975 * RESAMPLES)]);
  }

  private static void check(double[] ours, double[] theirs) {
    if (ours.length == 0 || ours.length != theirs.length) {
      throw new IllegalArgumentException(
          "paired figures: " + ours.length + " of ours, " + theirs.length + " of theirs");
    }
  }
}
