package io.rltune.sim.demo;

import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.JobPhase;
import io.rltune.sim.engine.JobView;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;
import java.util.Objects;

/**
 * Runs a workload on a simulated cluster and calls a hook, such as one cycle of the daemon, at
 * every step of simulated time.
 */
public final class SimDriver {
  /**
   * What came of a run.
   *
   * @param metrics over the jobs that ended
   * @param jobsFailed jobs that ended without success; a job whose runtime exceeds its limit counts
   * @param jobsUnfinished jobs that had not ended at the horizon
   * @param nodeListsLeft jobs that still waited with a node list at the end
   * @param steps how often the hook was called
   */
  public record Outcome(
      ReplayMetrics metrics, int jobsFailed, int jobsUnfinished, int nodeListsLeft, long steps) {}

  private final ClusterSim sim;
  private final double stepS;
  private final double horizonS;

  /**
   * A driver of one cluster.
   *
   * @param stepS simulated seconds between two calls of the hook, positive
   * @param horizonS simulated time at which to give up, in seconds
   */
  public SimDriver(ClusterSim sim, double stepS, double horizonS) {
    this.sim = Objects.requireNonNull(sim, "sim");
    if (!(stepS > 0)) {
      throw new IllegalArgumentException("step of " + stepS + " s must be positive");
    }
    this.stepS = stepS;
    this.horizonS = horizonS;
  }

  /**
   * Submits the jobs and runs until all have ended. While no job waits there is nothing to decide,
   * so the time jumps to the next event.
   *
   * @param policy name for the metrics
   * @param hook called after each step
   * @throws IllegalStateException where no job ended before the horizon
   */
  public Outcome run(String policy, List<WorkloadJob> jobs, Runnable hook) {
    long startedNs = System.nanoTime();
    jobs.forEach(sim::submit);
    long calls = 0;
    while (!sim.isIdle() && sim.nowS() < horizonS) {
      double nextS = sim.nowS() + stepS;
      if (sim.pendingCount() == 0 && sim.nextEventS() > nextS) {
        nextS = Math.min(horizonS, sim.nextEventS());
      }
      sim.advanceTo(nextS);
      hook.run();
      calls++;
    }
    double wallS = (System.nanoTime() - startedNs) / 1e9;
    return outcome(policy, jobs.size(), calls, wallS);
  }

  private Outcome outcome(String policy, int submitted, long calls, double wallS) {
    List<FinishedJob> finishedJobs = sim.finishedJobs();
    if (finishedJobs.isEmpty()) {
      throw new IllegalStateException(
          "policy %s: none of %d jobs ended within %s s; raise the horizon"
              .formatted(policy, submitted, horizonS));
    }
    List<JobView> views = sim.jobs();
    int failed = 0;
    int nodeLists = 0;
    for (JobView job : views) {
      failed += job.phase().isFinal() && job.phase() != JobPhase.COMPLETED ? 1 : 0;
      nodeLists += job.phase() == JobPhase.PENDING && !job.requiredNodes().isEmpty() ? 1 : 0;
    }
    ReplayMetrics metrics =
        ReplayMetrics.of(
            policy,
            finishedJobs,
            sim.cluster().totalGpus(),
            sim.fragmentation(),
            sim.decisions(),
            wallS);
    return new Outcome(metrics, failed, submitted - finishedJobs.size(), nodeLists, calls);
  }
}
