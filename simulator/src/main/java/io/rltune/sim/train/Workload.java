package io.rltune.sim.train;

import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.RunRequest;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;

/**
 * A workload to run, cut from a trace.
 *
 * @param label where it was cut, for reports
 * @param cluster where it runs
 * @param jobs the jobs; job {@code i} has index {@code i}, the first comes at 0
 * @param past finished runs of before, with ends below 0
 */
public record Workload(
    String label, ClusterSpec cluster, List<WorkloadJob> jobs, List<FinishedRun> past) {
  private static final double SHORTEST_CYCLE_S = 60;

  /** Short beside the waits of hours that such windows have. */
  private static final double LONGEST_CYCLE_S = 1_200;

  private static final double CYCLES = 300;

  public Workload {
    jobs = List.copyOf(jobs);
    past = List.copyOf(past);
  }

  /** GPU-seconds of the jobs over those the cluster has until the last arrival. */
  public double load() {
    double demand = jobs.stream().mapToDouble(job -> job.gpus() * job.runtimeS()).sum();
    double span = Math.max(1, jobs.get(jobs.size() - 1).submitS());
    return demand / (cluster.totalGpus() * span);
  }

  /**
   * Seconds between two cycles in which a run of it is looked at: whole minutes, so that it has
   * some hundred cycles however long its jobs run.
   */
  double cycleS() {
    double lastS = jobs.get(jobs.size() - 1).submitS();
    double wanted = 60 * Math.rint(lastS / CYCLES / 60);
    return Math.max(SHORTEST_CYCLE_S, Math.min(LONGEST_CYCLE_S, wanted));
  }

  /** What history may know of the job when it begins to run. */
  static RunRequest request(WorkloadJob job) {
    return new RunRequest(
        job.user(), job.account(), job.name(), job.gpus(), job.timeLimitS(), job.submitS());
  }

  /** The job as history will know it once it has run. */
  static FinishedRun run(WorkloadJob job, double ranS, double endS, double submitS) {
    return new FinishedRun(
        job.user(), job.account(), job.name(), job.gpus(), job.timeLimitS(), ranS, endS, submitS);
  }
}
