package io.rltune.sim.protocol;

import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.replay.ReplayResult;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * What a policy did.
 *
 * @param policy its name
 * @param metrics over the one replay, or the mean over the windows; see {@link #mean}
 * @param runs the replays, one a window, in order of the windows
 */
public record PolicyOutcome(String policy, ReplayMetrics metrics, List<ReplayResult> runs) {
  public PolicyOutcome {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(metrics, "metrics");
    runs = List.copyOf(runs);
  }

  static PolicyOutcome of(String policy, List<ReplayResult> runs) {
    return new PolicyOutcome(
        policy, mean(policy, runs.stream().map(ReplayResult::metrics).toList()), runs);
  }

  /** Standard error of the mean wait over the windows, in seconds; NaN for one run. */
  public double waitStandardErrorS() {
    if (runs.size() < 2) {
      return Double.NaN;
    }
    double mean = metrics.meanWaitS();
    double squares =
        runs.stream().mapToDouble(run -> Math.pow(run.metrics().meanWaitS() - mean, 2)).sum();
    return Math.sqrt(squares / (runs.size() - 1) / runs.size());
  }

  /**
   * Mean of the windows for every figure, except that jobs, decisions and wall time are added up
   * and the longest wait is the longest of all windows.
   */
  static ReplayMetrics mean(String policy, List<ReplayMetrics> windows) {
    if (windows.size() == 1) {
      return windows.get(0);
    }
    return new ReplayMetrics(
        policy,
        windows.stream().mapToInt(ReplayMetrics::jobs).sum(),
        average(windows, ReplayMetrics::meanWaitS),
        average(windows, ReplayMetrics::p50WaitS),
        average(windows, ReplayMetrics::p90WaitS),
        average(windows, ReplayMetrics::p99WaitS),
        windows.stream().mapToDouble(ReplayMetrics::maxWaitS).max().orElse(0),
        average(windows, ReplayMetrics::meanJctS),
        average(windows, ReplayMetrics::meanBsld),
        average(windows, ReplayMetrics::gpuUtilization),
        average(windows, ReplayMetrics::arrivalUtilization),
        average(windows, ReplayMetrics::makespanS),
        average(windows, ReplayMetrics::fragmentation),
        average(windows, ReplayMetrics::jainFairness),
        windows.stream().mapToLong(ReplayMetrics::decisions).sum(),
        windows.stream().mapToDouble(ReplayMetrics::wallS).sum());
  }

  private static double average(
      List<ReplayMetrics> windows, ToDoubleFunction<ReplayMetrics> figure) {
    return windows.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }
}
