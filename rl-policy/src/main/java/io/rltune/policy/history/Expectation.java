package io.rltune.policy.history;

import java.util.List;

/**
 * What history says of one job, for those who ask again and again while it waits: its kin are found
 * once, and the estimate is made anew only when history learnt something or time went by. Not
 * thread-safe, as its history.
 */
public final class Expectation {
  /** What runs makes a burst's mean move, but not by much in so many seconds. */
  private static final double MOVES_AFTER_S = 30;

  private final RuntimeHistory history;
  private final List<Kin> kin;
  private final KinRuns[] found;
  private final RunRequest request;
  private final double limitS;
  private boolean isMoving;
  private long changes = -1;
  private double madeAtS;
  private RuntimeEstimate estimate;

  /**
   * An expectation.
   *
   * @param limitS the walltime, or what counts as it
   */
  Expectation(RuntimeHistory history, RunRequest request, double limitS) {
    this.history = history;
    this.kin = Kin.of(request);
    this.request = request;
    this.found = new KinRuns[kin.size()];
    this.limitS = limitS;
  }

  /** The estimate at a time, on the clock of the runs. */
  public RuntimeEstimate at(double nowS) {
    double keptS = isMoving ? MOVES_AFTER_S : history.halfLifeS() / 256;
    boolean isStale = Math.abs(nowS - madeAtS) > keptS;
    if (changes != history.changes() || isStale) {
      Prediction prediction = new Prediction(limitS, nowS, history.halfLifeS());
      for (int i = 0; i < found.length; i++) {
        found[i] = found[i] == null ? history.find(kin.get(i)) : found[i];
        prediction.over(kin.get(i).kind(), found[i]);
      }
      isMoving = false;
      if (!Double.isNaN(request.submitS())) {
        correctByBursts(prediction);
      }
      estimate = prediction.estimate();
      changes = history.changes();
      madeAtS = nowS;
    }
    return estimate;
  }

  private void correctByBursts(Prediction prediction) {
    boolean isNameKnown = isNameKnown();
    for (Burst.Width width : Burst.Width.values()) {
      BurstRuns runs = history.bursts().find(width, request, isNameKnown);
      history.bursts().correct(width, runs, prediction);
      isMoving |= runs != null && runs.isMoving();
    }
  }

  private boolean isNameKnown() {
    int closest = found.length - 1;
    boolean isOfName = kin.get(closest).kind() == Kin.Kind.USER_NAME;
    return isOfName && found[closest] != null && !found[closest].isEmpty();
  }
}
