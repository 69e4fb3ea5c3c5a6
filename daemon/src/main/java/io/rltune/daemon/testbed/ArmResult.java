package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.SteeringDaemon.Activity;
import io.rltune.sim.metrics.ReplayMetrics;
import java.util.List;

/**
 * One arm's outcome.
 *
 * @param arm {@code plain} or {@code rltune}
 * @param metrics waits, slowdowns and utilisation, from Slurm's accounting
 * @param activity what the daemon did; all 0 in the plain arm
 * @param startedOnLease jobs that started with a node list of RLTune
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
    int startedOnLease,
    long leasesLeft,
    int jobsFailed,
    List<String> problems,
    double submitMeanLagS,
    double submitMaxLagS) {
  ArmResult {
    problems = List.copyOf(problems);
  }
}
