package io.rltune.policy.history;

/**
 * What the runs of one burst say of those of its jobs that still wait. The mean is the time that
 * all its jobs have run so far over the number of those that came to an end (total time on test:
 * Epstein and Sobel, "Life Testing", JASA 48, 1953), with what was expected before as half a run
 * that ended. So jobs that have been running for hours make the others longer before any of them
 * has ended, and the first to end, which are the shortest, are not taken for the rule.
 */
final class BurstRuns {
  private static final double RUNS_OF_PREDICTION = 0.5;

  private double endedS;
  private int ended;
  private int running;
  private double startSumS;

  void began(double startS) {
    running++;
    startSumS += startS;
  }

  void left(double startS) {
    running = Math.max(0, running - 1);
    // Begins anew with each idle hour, so that nothing adds up.
    startSumS = running == 0 ? 0 : startSumS - startS;
  }

  void ended(double runtimeS) {
    ended++;
    endedS += runtimeS;
  }

  boolean hasEnded() {
    return ended > 0;
  }

  /** Whether the mean moves as time goes by. */
  boolean isMoving() {
    return running > 0;
  }

  /**
   * The mean runtime of its jobs.
   *
   * @param predictedS what was expected before, in seconds
   */
  double meanS(double predictedS, double nowS) {
    double stillRunningS = Math.max(0, running * nowS - startSumS);
    return (RUNS_OF_PREDICTION * predictedS + endedS + stillRunningS)
        / (RUNS_OF_PREDICTION + ended);
  }
}
