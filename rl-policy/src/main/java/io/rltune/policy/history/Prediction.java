package io.rltune.policy.history;

/** An estimate in the making: begins with the walltime and is corrected by kin after kin. */
final class Prediction {
  /** A kin with so large a part of a broader one's runs has nothing of its own to say. */
  private static final double ALMOST_ALL = 0.9;

  private static final double SHARE_OF_MEAN = 0.7;

  private final double logLimit;
  private final double nowS;
  private final double halfLifeS;
  private double logMean;
  private double logMedian;
  private double deviation = 1;
  private double broader;
  private double closest;
  private double ofUserAndSize;
  private boolean isOneWalltime;
  private boolean knowsUsersWalltime;

  Prediction(double limitS, double nowS, double halfLifeS) {
    this.logLimit = Math.log(limitS);
    this.logMean = logLimit;
    this.logMedian = logLimit;
    this.nowS = nowS;
    this.halfLifeS = halfLifeS;
  }

  double meanS() {
    return Math.exp(logMean);
  }

  double logMedian() {
    return logMedian;
  }

  /** Corrects by a kin; kin come from far to close, and null or empty ones change nothing. */
  void over(Kin.Kind kind, KinRuns kin) {
    if (kin == null || kin.isEmpty()) {
      return;
    }
    double runs = kin.weight(nowS, halfLifeS);
    boolean sameRuns = runs >= ALMOST_ALL * broader && broader > 0;
    if (kind == Kin.Kind.WALLTIME) {
      isOneWalltime = sameRuns;
    }
    if (kind == Kin.Kind.USER_NAME) {
      // A name that all jobs of a user bear says less than their walltimes do.
      sameRuns |= knowsUsersWalltime && runs >= ALMOST_ALL * ofUserAndSize;
      isOneWalltime |= sameRuns && knowsUsersWalltime;
    }
    // The same runs, seen as shares of other walltimes, do not say what they say as runtimes.
    boolean isNews = !sameRuns || (kin.areAlike() && !isOneWalltime);
    if (isNews) {
      logMean = Math.min(logLimit, kin.logMean(logMean, nowS, halfLifeS));
      logMedian = Math.min(logLimit, kin.logMedian(logMedian, nowS, halfLifeS));
      deviation = kin.deviation(deviation, nowS, halfLifeS);
    }
    ofUserAndSize = kind == Kin.Kind.USER_SIZE ? runs : ofUserAndSize;
    knowsUsersWalltime |= kind == Kin.Kind.USER_WALLTIME_SIZE;
    broader = runs;
    closest = runs;
  }

  /** By how much the logarithm of the mean would have to move for a burst to be right. */
  double correction(BurstRuns burst) {
    return Math.log(burst.meanS(meanS(), nowS)) - logMean;
  }

  /** Moves mean and median alike, but not beyond the walltime. */
  void shift(double log) {
    logMean = Math.min(logLimit, logMean + log);
    logMedian = Math.min(logLimit, logMedian + log);
  }

  RuntimeEstimate estimate() {
    double logExpected = SHARE_OF_MEAN * logMean + (1 - SHARE_OF_MEAN) * logMedian;
    return new RuntimeEstimate(
        Math.exp(logMedian),
        Math.exp(logMean),
        Math.exp(logExpected),
        Math.max(0, deviation),
        closest);
  }
}
