package io.rltune.policy.history;

/**
 * What the runs of one kin did to what less close kin had predicted of them. Two answers, both
 * decayed: by how much the sums of the runtimes were off, which is what the mean needs, and the
 * median of the logarithms of the ratios over the latest runs, which one crash or one forgotten
 * week-long run does not move.
 *
 * <p>The ratio of sums stays calm where a mean of ratios does not: a long run weighs no more than
 * its prediction was long. With few runs both give way to the prediction.
 */
final class KinRuns {
  private static final double TIGHT = 0.5;
  private static final double TRUST_TIGHT_AFTER = 2;

  /** Whether runs of one kin have runtimes that are alike, whatever was predicted of them. */
  enum Alike {
    NO,
    YES,
    /** Where they spread half as wide as the ratios. */
    IF_TIGHT
  }

  private final LatestRuns logRatios;

  /** Null where they are never gone by. */
  private final LatestRuns logRuntimes;

  private final Alike alike;
  private final double trustAfter;
  private double actualS;
  private double predictedS;
  private double weight;
  private double lastS = Double.NEGATIVE_INFINITY;
  private int running;

  /**
   * Figures of a kin without runs.
   *
   * @param latest runs that the median is taken over
   * @param trustAfter runs after which its own figures weigh as much as the prediction
   * @param alike whether the runtimes themselves are gone by, instead of what they are against the
   *     prediction
   */
  KinRuns(int latest, double trustAfter, Alike alike) {
    this.trustAfter = trustAfter;
    this.logRatios = new LatestRuns(latest);
    this.logRuntimes = alike == Alike.NO ? null : new LatestRuns(latest);
    this.alike = alike;
  }

  /**
   * Takes a run in.
   *
   * @param runtimeS its runtime
   * @param meanS the mean runtime that less close kin predict
   * @param logMedian logarithm of the median that they predict
   */
  void add(double runtimeS, double meanS, double logMedian, double timeS, double halfLifeS) {
    double kept = decay(timeS, halfLifeS);
    actualS = actualS * kept + runtimeS;
    predictedS = predictedS * kept + meanS;
    weight = weight * kept + 1;
    lastS = Math.max(lastS, timeS);
    logRatios.add(Math.log(runtimeS) - logMedian, timeS, halfLifeS);
    if (logRuntimes != null) {
      logRuntimes.add(Math.log(runtimeS), timeS, halfLifeS);
    }
  }

  /** Decayed number of runs. */
  double weight(double nowS, double halfLifeS) {
    return weight * decay(nowS, halfLifeS);
  }

  /** The logarithm of a predicted mean, corrected. */
  double logMean(double predicted, double nowS, double halfLifeS) {
    double off =
        areAlike() ? Math.log(actualS / weight) - predicted : Math.log(actualS / predictedS);
    return predicted + trust(nowS, halfLifeS) * off;
  }

  /** The logarithm of a predicted median, corrected. */
  double logMedian(double predicted, double nowS, double halfLifeS) {
    double off = areAlike() ? logRuntimes.median() - predicted : logRatios.median();
    return predicted + trust(nowS, halfLifeS) * off;
  }

  /** A deviation of the log runtimes, moved towards that of these runs. */
  double deviation(double predicted, double nowS, double halfLifeS) {
    double own = areAlike() ? logRuntimes.deviation() : logRatios.deviation();
    return predicted + trust(nowS, halfLifeS) * (own - predicted);
  }

  /** One more of its jobs runs, or one less. */
  void running(int more) {
    running = Math.max(0, running + more);
  }

  /** Whether there was a run yet. */
  boolean isEmpty() {
    return weight == 0;
  }

  /** Whether runtimes as such are gone by. */
  boolean areAlike() {
    return alike == Alike.YES
        || (alike == Alike.IF_TIGHT && logRuntimes.deviation() <= TIGHT * logRatios.deviation());
  }

  /** Its running jobs, of which none has shown another runtime yet, speak for the prediction. */
  private double trust(double nowS, double halfLifeS) {
    double runs = weight(nowS, halfLifeS);
    double after = alike == Alike.IF_TIGHT && areAlike() ? TRUST_TIGHT_AFTER : trustAfter;
    return runs / (runs + after) * runs / Math.max(1e-9, runs + running);
  }

  private double decay(double nowS, double halfLifeS) {
    return nowS <= lastS ? 1 : Math.exp(-Math.log(2) * (nowS - lastS) / halfLifeS);
  }
}
