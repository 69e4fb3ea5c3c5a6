package io.rltune.policy;

import io.rltune.policy.features.FeatureExtractor;

/**
 * Shortest requested GPU-time first, with ageing ({@code sga}).
 *
 * <p>Small requests lead; a job rises as its wait grows against what it asks for, and with the wait
 * itself, one e-fold of GPU-time per half a day, so that nothing starves. GPUs count by their
 * square root: with their full number the mean wait is the same, but jobs of many GPUs pay with the
 * longest waits (measured on the simulated demo and testbed clusters).
 */
public final class AgedGpuTime {
  private static final double LEAST_WALLTIME_S = 60;
  private static final double GPU_EXPONENT = 0.5;
  private static final double AGEING_S = 12 * 3_600.0;

  private AgedGpuTime() {}

  /**
   * Score of a job, higher first.
   *
   * @param waitedS seconds since eligible
   * @param walltimeS requested walltime in seconds, infinite without a limit; counted as 1 minute
   *     to 7 days
   * @param gpus requested GPUs
   */
  public static double score(double waitedS, double walltimeS, int gpus) {
    double walltime =
        Math.max(LEAST_WALLTIME_S, Math.min(walltimeS, FeatureExtractor.MAX_WALLTIME_S));
    return -Math.log(walltime)
        - GPU_EXPONENT * Math.log(Math.max(gpus, 1))
        + Math.log1p(waitedS / walltime)
        + waitedS / AGEING_S;
  }
}
