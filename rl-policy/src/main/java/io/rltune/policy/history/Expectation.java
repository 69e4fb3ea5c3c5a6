package io.rltune.policy.history;

import java.util.List;

/**
 * What history says of one job, for those who ask again and again while it waits: its kin are found
 * once, and the estimate is made anew only when history learnt something or time went by. Not
 * thread-safe, as its history.
 */
public final class Expectation {
  private final RuntimeHistory history;
  private final List<Kin> kin;
  private final KinRuns[] found;
  private final double limitS;
  private long runs = -1;
  private double madeAtS;
  private RuntimeEstimate estimate;

  Expectation(RuntimeHistory history, List<Kin> kin, double limitS) {
    this.history = history;
    this.kin = kin;
    this.found = new KinRuns[kin.size()];
    this.limitS = limitS;
  }

  /** The estimate at a time, on the clock of the runs. */
  public RuntimeEstimate at(double nowS) {
    boolean isStale = Math.abs(nowS - madeAtS) > history.halfLifeS() / 256;
    if (runs != history.runs() || isStale) {
      Prediction prediction = new Prediction(limitS, nowS, history.halfLifeS());
      for (int i = 0; i < found.length; i++) {
        found[i] = found[i] == null ? history.find(kin.get(i)) : found[i];
        prediction.over(kin.get(i).kind(), found[i]);
      }
      estimate = prediction.estimate();
      runs = history.runs();
      madeAtS = nowS;
    }
    return estimate;
  }
}
