package io.rltune.sim.train;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Whether a candidate may replace the policy in force. It must wait less beyond doubt, by a percent
 * or more, and make neither the tail longer nor the cluster emptier by more than noise: every doubt
 * keeps what is.
 *
 * @param accepted whether it may
 * @param reason why, or why not
 * @param windows windows compared
 * @param episodes runs of each policy
 * @param waits the candidate's waits over those of the policy in force
 * @param p99 the same of the 99th percentiles
 * @param utilization the candidate's utilisation less that of the policy in force
 */
public record GateVerdict(
    boolean accepted,
    String reason,
    int windows,
    int episodes,
    Interval waits,
    Interval p99,
    Interval utilization) {
  /** Fewer windows, or fewer runs, are too noisy to tell. */
  static final int LEAST_WINDOWS = 25;

  static final int LEAST_EPISODES = 200;

  /** A policy that hardly differs can be better beyond doubt by nothing; a change has its price. */
  private static final double LEAST_GAIN = 0.01;

  private static final double P99_ALLOWANCE = 1.05;
  private static final double UTILIZATION_ALLOWANCE = 0.01;
  private static final long SEED = 20_221;

  /**
   * What one run came to.
   *
   * @param meanWaitS seconds
   * @param p99WaitS seconds
   * @param utilization of the GPUs until the last arrival, 0 to 1
   */
  record RunFigures(double meanWaitS, double p99WaitS, double utilization) {}

  /**
   * Sums over the runs of one window.
   *
   * @param runs runs of each policy
   */
  record WindowFigures(
      int runs,
      double waits,
      double waitsInForce,
      double p99,
      double p99InForce,
      double utilization,
      double utilizationInForce) {
    static final WindowFigures NONE = new WindowFigures(0, 0, 0, 0, 0, 0, 0);

    WindowFigures plus(RunFigures candidate, RunFigures inForce) {
      return new WindowFigures(
          runs + 1,
          waits + candidate.meanWaitS(),
          waitsInForce + inForce.meanWaitS(),
          p99 + candidate.p99WaitS(),
          p99InForce + inForce.p99WaitS(),
          utilization + candidate.utilization(),
          utilizationInForce + inForce.utilization());
    }

    double meanWait() {
      return waits / Math.max(1, runs);
    }

    double meanWaitInForce() {
      return waitsInForce / Math.max(1, runs);
    }
  }

  /** Judges windows that share no job. */
  static GateVerdict of(List<WindowFigures> windows) {
    int episodes = windows.stream().mapToInt(WindowFigures::runs).sum();
    if (windows.size() < LEAST_WINDOWS || episodes < LEAST_EPISODES) {
      return new GateVerdict(
          false,
          "%d windows with %d runs are too few to tell (at least %d with %d)"
              .formatted(windows.size(), episodes, LEAST_WINDOWS, LEAST_EPISODES),
          windows.size(),
          episodes,
          Interval.UNKNOWN,
          Interval.UNKNOWN,
          Interval.UNKNOWN);
    }
    Interval wait =
        Bootstrap.ratio(
            figures(windows, WindowFigures::waits),
            figures(windows, WindowFigures::waitsInForce),
            SEED);
    Interval p99 =
        Bootstrap.ratio(
            figures(windows, WindowFigures::p99),
            figures(windows, WindowFigures::p99InForce),
            SEED);
    Interval utilization =
        Bootstrap.difference(
            figures(windows, w -> w.utilization() / w.runs()),
            figures(windows, w -> w.utilizationInForce() / w.runs()),
            SEED);
    String doubt = doubt(wait, p99, utilization);
    return new GateVerdict(
        doubt.isEmpty(),
        doubt.isEmpty() ? "waits are shorter beyond doubt" : doubt,
        windows.size(),
        episodes,
        wait,
        p99,
        utilization);
  }

  /** Written so that a figure that is no number is a doubt. */
  private static String doubt(Interval wait, Interval p99, Interval utilization) {
    if (!(wait.high() < 1)) {
      return "waits may be no shorter: " + wait.text("%.3f") + " of those of the policy in force";
    }
    if (!(wait.value() <= 1 - LEAST_GAIN)) {
      return "waits are shorter by too little to change the policy: "
          + wait.text("%.3f")
          + " of those of the policy in force, at most "
          + (1 - LEAST_GAIN);
    }
    if (!(p99.high() <= P99_ALLOWANCE)) {
      return "the longest waits may be longer: "
          + p99.text("%.3f")
          + " of those of the policy in force, at most "
          + P99_ALLOWANCE;
    }
    if (!(utilization.low() >= -UTILIZATION_ALLOWANCE)) {
      return "the cluster may be emptier: utilisation "
          + utilization.text("%.3f")
          + ", at least -"
          + UTILIZATION_ALLOWANCE;
    }
    return "";
  }

  private static double[] figures(
      List<WindowFigures> windows, ToDoubleFunction<WindowFigures> figure) {
    return windows.stream().mapToDouble(figure).toArray();
  }

  /** One line for people. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%s: %s; %d windows, %d runs each; waits %s, p99 %s, utilisation %s",
        accepted ? "accepted" : "refused",
        reason,
        windows,
        episodes,
        waits.text("%.3f"),
        p99.text("%.3f"),
        utilization.text("%.3f"));
  }
}
