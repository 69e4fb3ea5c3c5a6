package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.SteeringDaemon.Activity;
import io.rltune.sim.metrics.ReplayMetrics;
import java.util.List;

/**
 * One arm's outcome.
 *
 * @param arm {@code plain}, {@code script} or {@code rltune}
 * @param metrics waits, slowdowns and utilisation, from Slurm's accounting
 * @param activity what the daemon or the script did; all 0 in the plain arm
 * @param outcomes each job that the accounting knows, in submit order
 * @param leasesLeft leases that were still there after the daemon had stopped
 * @param jobsFailed jobs that did not complete
 * @param problems everything that must not happen, one line each; empty in a good run
 * @param submitMeanLagS mean lateness of a submission in seconds
 * @param submitMaxLagS greatest lateness in seconds
 */
record ArmResult(
    String arm,
    ReplayMetrics metrics,
    Activity activity,
    List<JobOutcome> outcomes,
    long leasesLeft,
    int jobsFailed,
    List<String> problems,
    double submitMeanLagS,
    double submitMaxLagS) {
  ArmResult {
    outcomes = List.copyOf(outcomes);
    problems = List.copyOf(problems);
  }

  /** Jobs that started with a node list: no job of the workload has one of its own. */
  long startedOnLease() {
    return outcomes.stream().filter(outcome -> !outcome.requiredNodes().isEmpty()).count();
  }
}
