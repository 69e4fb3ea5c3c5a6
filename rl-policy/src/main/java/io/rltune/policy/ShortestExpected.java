package io.rltune.policy;

import io.rltune.policy.features.FeatureExtractor;

/**
 * Shortest expected processing time first, GPUs counted by their cube root, raised by the wait
 * against the walltime asked for ({@code sept}): the teacher that a policy learns before it learns
 * from rewards. The mean of the runtime, not the median, is what minimises the mean wait where
 * runtimes are not known (Rothkopf, Management Science 12, 1966). The wait counts as in
 * highest-response-ratio-next (Brinch Hansen 1971): without it the longest waits of jobs of many
 * GPUs grow.
 */
public final class ShortestExpected {
  /** Below this a job is as good as over when it starts. */
  private static final double FLOOR_S = 1;

  private static final double GPU_EXPONENT = 1 / 3.0;
  private static final double AGEING_S = 14 * 86_400.0;

  private ShortestExpected() {}

  /**
   * Score of a job, higher first.
   *
   * @param waitedS seconds since eligible
   * @param walltimeS requested walltime in seconds, infinite without a limit; at most 7 days count
   * @param expectedS mean runtime expected, in seconds; at most 7 days count
   * @param gpus requested GPUs
   */
  public static double score(double waitedS, double walltimeS, double expectedS, int gpus) {
    return -Math.log(FLOOR_S + bounded(expectedS))
        - GPU_EXPONENT * Math.log(Math.max(gpus, 1))
        + Math.log1p(Math.max(0, waitedS) / (FLOOR_S + bounded(walltimeS)))
        + waitedS / AGEING_S;
  }

  private static double bounded(double timeS) {
    return Math.max(0, Math.min(timeS, FeatureExtractor.MAX_WALLTIME_S));
  }
}
