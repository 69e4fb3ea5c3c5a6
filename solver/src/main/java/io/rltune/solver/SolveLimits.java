package io.rltune.solver;

/**
 * When a solve ends.
 *
 * @param timeLimitMs wall time in milliseconds, greater than 0
 * @param relativeGap gap between bound and objective that is good enough, 0 to 1
 */
public record SolveLimits(long timeLimitMs, double relativeGap) {
  /** The paper's budget for one cycle. */
  public static final SolveLimits DEFAULT = new SolveLimits(200, 1e-4);
}
