package io.rltune.sim.train;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

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
    return ratio(ours, theirs, 1, seed);
  }

  /**
   * The same where neighbours are alike.
   *
   * @param block so many pairs in a row are resampled together, in a circle (Politis and Romano, "A
   *     circular block-resampling procedure for stationary data", 1992): as many as it takes until
   *     two share no job
   */
  public static Interval ratio(double[] ours, double[] theirs, int block, long seed) {
    check(ours, theirs);
    double[] resampled =
        resample(ours.length, block, seed, pairs -> sum(ours, pairs) / sum(theirs, pairs));
    return interval(Arrays.stream(ours).sum() / Arrays.stream(theirs).sum(), resampled);
  }

  /** Mean of ours less theirs, pairs resampled. */
  public static Interval difference(double[] ours, double[] theirs, long seed) {
    return difference(ours, theirs, 1, seed);
  }

  /** The same where neighbours are alike: see {@link #ratio(double[], double[], int, long)}. */
  public static Interval difference(double[] ours, double[] theirs, int block, long seed) {
    check(ours, theirs);
    double[] resampled =
        resample(
            ours.length,
            block,
            seed,
            pairs -> (sum(ours, pairs) - sum(theirs, pairs)) / pairs.length);
    double all = (Arrays.stream(ours).sum() - Arrays.stream(theirs).sum()) / ours.length;
    return interval(all, resampled);
  }

  private static double[] resample(
      int count, int block, long seed, ToDoubleFunction<int[]> figure) {
    if (block < 1) {
      throw new IllegalArgumentException("blocks of " + block + " pairs; at least 1");
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[] resampled = new double[RESAMPLES];
    int[] pairs = new int[count];
    for (int r = 0; r < RESAMPLES; r++) {
      int first = 0;
      for (int i = 0; i < count; i++) {
        first = i % block == 0 ? random.nextInt(count) : first;
        pairs[i] = (first + i % block) % count;
      }
      resampled[r] = figure.applyAsDouble(pairs);
    }
    return resampled;
  }

  private static double sum(double[] values, int[] pairs) {
    double sum = 0;
    for (int pair : pairs) {
      sum += values[pair];
    }
    return sum;
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
