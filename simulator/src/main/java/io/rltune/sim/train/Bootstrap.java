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

  /** Sum of ours over sum of theirs, pairs resampled; not finite where theirs is 0 in all. */
  public static Interval ratio(double[] ours, double[] theirs, long seed) {
    return ratio(ours, theirs, 1, seed);
  }

  /**
   * The same where neighbours are alike.
   *
   * @param block so many pairs in a row are resampled together, in a circle (Politis and Romano, "A
   *     circular block-resampling procedure for stationary data", 1992): as many as it takes until
   *     two share no job. With fewer than two such blocks the interval is not known
   */
  public static Interval ratio(double[] ours, double[] theirs, int block, long seed) {
    check(ours, theirs, block);
    double all = Arrays.stream(ours).sum() / Arrays.stream(theirs).sum();
    return interval(all, ours.length, block, seed, pairs -> sum(ours, pairs) / sum(theirs, pairs));
  }

  /** Mean of ours less theirs, pairs resampled. */
  public static Interval difference(double[] ours, double[] theirs, long seed) {
    return difference(ours, theirs, 1, seed);
  }

  /** The same where neighbours are alike: see {@link #ratio(double[], double[], int, long)}. */
  public static Interval difference(double[] ours, double[] theirs, int block, long seed) {
    check(ours, theirs, block);
    double all = (Arrays.stream(ours).sum() - Arrays.stream(theirs).sum()) / ours.length;
    return interval(
        all,
        ours.length,
        block,
        seed,
        pairs -> (sum(ours, pairs) - sum(theirs, pairs)) / pairs.length);
  }

  private static Interval interval(
      double value, int count, int block, long seed, ToDoubleFunction<int[]> figure) {
    if (count < 2 * block || !Double.isFinite(value)) {
      // Every draw would be much the same pairs again: an interval of no width says "certain".
      return Interval.of(value);
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
    Arrays.sort(resampled);
    return new Interval(
        value, resampled[(int) (0.025 * RESAMPLES)], resampled[(int) (0.975 * RESAMPLES)]);
  }

  private static double sum(double[] values, int[] pairs) {
    double sum = 0;
    for (int pair : pairs) {
      sum += values[pair];
    }
    return sum;
  }

  private static void check(double[] ours, double[] theirs, int block) {
    if (block < 1) {
      throw new IllegalArgumentException("blocks of " + block + " pairs; at least 1");
    }
    if (ours.length == 0 || ours.length != theirs.length) {
      throw new IllegalArgumentException(
          "paired figures: " + ours.length + " of ours, " + theirs.length + " of theirs");
    }
  }
}
