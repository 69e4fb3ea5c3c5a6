package io.rltune.policy;

import io.rltune.policy.features.FeatureExtractor;

/**
 * Shortest expected processing time first, GPUs counted by their square root, with slow ageing
 * ({@code sept}): the teacher that a policy learns before it learns from rewards. The mean of the
 * runtime, not the median, is what minimises the mean wait where runtimes are not known (Rothkopf,
 * Management Science 12, 1966).
 */
public final class ShortestExpected {
  private static final double LEAST_S = 1;
  private static final double GPU_EXPONENT = 0.5;
  private static final double AGEING_S = 14 * 86_400.0;

  private ShortestExpected() {}

  /**
   * Score of a job, higher first.
   *
   * @param waitedS seconds since eligible
   * @param expectedS mean runtime expected, in seconds; counted as 1 second to 7 days
   * @param gpus requested GPUs
   */
  public static double score(double waitedS, double expectedS, int gpus) {
    double expected = Math.max(LEAST_S, Math.min(expectedS, FeatureExtractor.MAX_WALLTIME_S));
    return -Math.log(60 + expected)
        - GPU_EXPONENT * Math.log(Math.max(gpus, 1))
        + waitedS / AGEING_S;
  }
}
