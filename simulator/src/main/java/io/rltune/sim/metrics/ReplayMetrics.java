package io.rltune.sim.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How a policy did on one workload. Times are seconds; every mean is over all jobs given, completed
 * or not.
 *
 * @param policy name of the policy
 * @param jobs number of jobs
 * @param meanWaitS mean wait
 * @param p50WaitS median wait; percentiles interpolate linearly between order statistics
 * @param p90WaitS 90th percentile of the wait
 * @param p99WaitS 99th percentile of the wait
 * @param maxWaitS longest wait
 * @param meanJctS mean time from submit to end
 * @param meanBsld mean bounded slowdown, max(1, (wait + run) / max(run, 10 s)) (Feitelson et al.,
 *     "Theory and Practice in Parallel Job Scheduling", 1997)
 * @param gpuUtilization busy GPU-seconds / (GPUs x makespan), 0..1; NaN on a cluster without GPUs
 * @param arrivalUtilization the same until the last submit, over the time from the first: without
 *     the end of a replay, when the cluster runs empty behind the longest job; NaN without GPUs, or
 *     where all jobs came at once
 * @param makespanS from the first submit to the last end
 * @param fragmentation time-weighted share of the free GPUs that are on partly used nodes, 0..1;
 *     NaN where it was not observed
 * @param jainFairness Jain's index over the mean bounded slowdowns of the accounts, 1 = all equal
 * @param decisions scheduling decisions taken
 * @param wallS wall-clock seconds that the replay took
 */
public record ReplayMetrics(
    String policy,
    int jobs,
    double meanWaitS,
    double p50WaitS,
    double p90WaitS,
    double p99WaitS,
    double maxWaitS,
    double meanJctS,
    double meanBsld,
    double gpuUtilization,
    double arrivalUtilization,
    double makespanS,
    double fragmentation,
    double jainFairness,
    long decisions,
    double wallS) {

  /** Runs shorter than this count as this long in the bounded slowdown, in seconds. */
  public static final double SLOWDOWN_FLOOR_S = 10;

  public ReplayMetrics {
    Objects.requireNonNull(policy, "policy");
  }

  /**
   * The metrics of finished jobs.
   *
   * @param totalGpus GPUs of the cluster
   * @param fragmentation see the component; NaN where it was not observed
   * @throws IllegalArgumentException where there are no jobs: a mean over nothing is no result
   */
  public static ReplayMetrics of(
      String policy,
      Collection<FinishedJob> finishedJobs,
      int totalGpus,
      double fragmentation,
      long decisions,
      double wallS) {
    if (finishedJobs.isEmpty()) {
      throw new IllegalArgumentException(
          "policy " + policy + ": no finished jobs to take metrics of; was the workload empty?");
    }
    double[] waits = finishedJobs.stream().mapToDouble(FinishedJob::waitS).sorted().toArray();
    double firstSubmitS = finishedJobs.stream().mapToDouble(FinishedJob::submitS).min().orElse(0);
    double lastEndS = finishedJobs.stream().mapToDouble(FinishedJob::endS).max().orElse(0);
    double makespanS = lastEndS - firstSubmitS;
    double busy = finishedJobs.stream().mapToDouble(job -> job.gpus() * job.runS()).sum();
    return new ReplayMetrics(
        policy,
        waits.length,
        Arrays.stream(waits).average().orElse(0),
        percentile(waits, 0.50),
        percentile(waits, 0.90),
        percentile(waits, 0.99),
        waits[waits.length - 1],
        finishedJobs.stream().mapToDouble(FinishedJob::completionTimeS).average().orElse(0),
        finishedJobs.stream().mapToDouble(ReplayMetrics::boundedSlowdown).average().orElse(0),
        busy / (totalGpus * makespanS),
        arrivalUtilization(finishedJobs, totalGpus, firstSubmitS),
        makespanS,
        fragmentation,
        jain(finishedJobs),
        decisions,
        wallS);
  }

  /** Bounded slowdown of one job, at least 1. */
  public static double boundedSlowdown(FinishedJob job) {
    return Math.max(1, job.completionTimeS() / Math.max(job.runS(), SLOWDOWN_FLOOR_S));
  }

  /** The fields by their JSON names, in the order of the documentation; NaN becomes null. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("policy", policy);
    json.put("jobs", jobs);
    json.put("mean_wait_s", orNull(meanWaitS));
    json.put("p50_wait_s", orNull(p50WaitS));
    json.put("p90_wait_s", orNull(p90WaitS));
    json.put("p99_wait_s", orNull(p99WaitS));
    json.put("max_wait_s", orNull(maxWaitS));
    json.put("mean_jct_s", orNull(meanJctS));
    json.put("mean_bsld", orNull(meanBsld));
    json.put("gpu_utilization", orNull(gpuUtilization));
    json.put("arrival_utilization", orNull(arrivalUtilization));
    json.put("makespan_s", orNull(makespanS));
    json.put("fragmentation", orNull(fragmentation));
    json.put("jain_fairness", orNull(jainFairness));
    json.put("decisions", decisions);
    json.put("wall_s", orNull(wallS));
    return json;
  }

  private static double arrivalUtilization(
      Collection<FinishedJob> finishedJobs, int totalGpus, double firstSubmitS) {
    double lastS = finishedJobs.stream().mapToDouble(FinishedJob::submitS).max().orElse(0);
    double busy = 0;
    for (FinishedJob job : finishedJobs) {
      busy += job.gpus() * Math.max(0, Math.min(job.endS(), lastS) - job.startS());
    }
    return busy / (totalGpus * (lastS - firstSubmitS));
  }

  private static double percentile(double[] sorted, double share) {
    double rank = share * (sorted.length - 1);
    int below = (int) rank;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
  }

  private static double jain(Collection<FinishedJob> finishedJobs) {
    Map<String, List<Double>> byAccount = new TreeMap<>();
    for (FinishedJob job : finishedJobs) {
      byAccount.computeIfAbsent(job.account(), a -> new ArrayList<>()).add(boundedSlowdown(job));
    }
    double sum = 0;
    double sumOfSquares = 0;
    for (List<Double> slowdowns : byAccount.values()) {
      double mean = slowdowns.stream().mapToDouble(Double::doubleValue).average().orElse(0);
      sum += mean;
      sumOfSquares += mean * mean;
    }
    return sum * sum / (byAccount.size() * sumOfSquares);
  }

  private static Double orNull(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
