package io.rltune.daemon.testbed;

import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.metrics.ReplayMetrics;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How near the simulator comes to the real Slurm on one workload.
 *
 * @param real metrics of the real run
 * @param simulated metrics of the replay
 * @param tau Kendall's tau-b of the start times, -1..1
 * @param meanStartErrorS mean absolute difference of a job's start in seconds
 */
record FidelityReport(
    ReplayMetrics real, ReplayMetrics simulated, double tau, double meanStartErrorS) {
  static final double LEAST_TAU = 0.9;
  static final double MOST_WAIT_DIFFERENCE = 0.1;

  /**
   * Compares two runs of the same jobs in the same order; both counted from their first submit.
   *
   * @param totalGpus GPUs of the cluster
   */
  static FidelityReport of(
      List<FinishedJob> realJobs, List<FinishedJob> simulatedJobs, int totalGpus) {
    double[] real = starts(realJobs);
    double[] simulated = starts(simulatedJobs);
    double error = 0;
    for (int i = 0; i < real.length; i++) {
      error += Math.abs(real[i] - simulated[i]) / real.length;
    }
    return new FidelityReport(
        ReplayMetrics.of("real", realJobs, totalGpus, Double.NaN, realJobs.size(), Double.NaN),
        ReplayMetrics.of(
            "simulated", simulatedJobs, totalGpus, Double.NaN, realJobs.size(), Double.NaN),
        kendallTau(real, simulated),
        error);
  }

  /** Difference of the mean waits over the real one. */
  double waitDifference() {
    return (simulated.meanWaitS() - real.meanWaitS()) / real.meanWaitS();
  }

  /** Difference of the utilisations. */
  double utilizationDifference() {
    return simulated.gpuUtilization() - real.gpuUtilization();
  }

  boolean holds() {
    return tau >= LEAST_TAU && Math.abs(waitDifference()) <= MOST_WAIT_DIFFERENCE;
  }

  void print(PrintWriter out) {
    out.printf("%-32s %12s %12s%n", "", "real Slurm", "simulator");
    row(out, "mean wait, s", real.meanWaitS(), simulated.meanWaitS());
    row(out, "p50 wait, s", real.p50WaitS(), simulated.p50WaitS());
    row(out, "p90 wait, s", real.p90WaitS(), simulated.p90WaitS());
    row(out, "max wait, s", real.maxWaitS(), simulated.maxWaitS());
    row(out, "GPU utilisation, %", 100 * real.gpuUtilization(), 100 * simulated.gpuUtilization());
    row(out, "makespan, s", real.makespanS(), simulated.makespanS());
    out.printf(
        Locale.ROOT,
        "%nstart order: Kendall tau %.3f (at least %.1f); a start is off by %.1f s on average%n"
            + "mean wait off by %+.1f %% (at most %.0f %%), utilisation by %+.1f points: %s%n",
        tau,
        LEAST_TAU,
        meanStartErrorS,
        100 * waitDifference(),
        100 * MOST_WAIT_DIFFERENCE,
        100 * utilizationDifference(),
        holds() ? "holds" : "DOES NOT HOLD");
    out.flush();
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("real", real.toJson());
    json.put("simulated", simulated.toJson());
    json.put("kendall_tau", tau);
    json.put("wait_difference", waitDifference());
    json.put("utilization_difference", utilizationDifference());
    json.put("mean_start_error_s", meanStartErrorS);
    json.put("holds", holds());
    return json;
  }

  /** Kendall's tau-b: agreement of two orders, ties in either left out of both sums. */
  static double kendallTau(double[] a, double[] b) {
    long agree = 0;
    long tiedInA = 0;
    long tiedInB = 0;
    long pairs = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < i; j++) {
        int orderA = Double.compare(a[i], a[j]);
        int orderB = Double.compare(b[i], b[j]);
        pairs++;
        tiedInA += orderA == 0 ? 1 : 0;
        tiedInB += orderB == 0 ? 1 : 0;
        agree += (long) orderA * orderB;
      }
    }
    return agree / Math.sqrt((double) (pairs - tiedInA) * (pairs - tiedInB));
  }

  private static double[] starts(List<FinishedJob> jobs) {
    double firstS = jobs.stream().mapToDouble(FinishedJob::submitS).min().orElseThrow();
    // The accounting knows whole seconds.
    return jobs.stream().mapToDouble(job -> Math.floor(job.startS() - firstS)).toArray();
  }

  private static void row(PrintWriter out, String what, double real, double simulated) {
    out.printf(Locale.ROOT, "%-32s %12.1f %12.1f%n", what, real, simulated);
  }
}
