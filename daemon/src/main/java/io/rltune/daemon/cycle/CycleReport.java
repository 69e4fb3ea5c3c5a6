package io.rltune.daemon.cycle;

import io.rltune.model.ClusterSnapshot;
import io.rltune.plan.Plan;
import io.rltune.plan.PlanContext;
import io.rltune.policy.features.FeatureRows;
import java.util.Map;
import java.util.Optional;

/**
 * One cycle, for the log, the status file and the demo.
 *
 * @param cycle number since the start, from 1
 * @param at when it began, seconds since the epoch
 * @param snapshot what it saw, if it saw the cluster
 * @param context what the plan was made with beside the snapshot
 * @param features what the plan's scores were made from
 * @param policy SHA-256 of the policy's file; empty for a policy from no file, or without a plan
 * @param plainStarts when plain Slurm would have started jobs, by id, as far as that is by now
 * @param plan what it planned, if it planned
 * @param commit what it wrote
 * @param problem empty, or why nothing was planned or written
 * @param readMs wall time of reading in milliseconds
 * @param totalMs wall time of the cycle in milliseconds
 */
public record CycleReport(
    long cycle,
    long at,
    Optional<ClusterSnapshot> snapshot,
    PlanContext context,
    FeatureRows features,
    String policy,
    Map<Long, Long> plainStarts,
    Optional<Plan> plan,
    CommitReport commit,
    String problem,
    double readMs,
    double totalMs) {

  /** One line for the log. */
  public String summary() {
    StringBuilder line = new StringBuilder("cycle ").append(cycle);
    plan.ifPresent(
        p ->
            line.append(" managed=")
                .append(p.order().size())
                .append(" starts=")
                .append(p.starts().size())
                .append(" leases=")
                .append(p.leases().size())
                .append(" reserved=")
                .append(p.reservations().size())
                .append(" solve=")
                .append(p.solve().status())
                .append(String.format(" plan_ms=%.0f", p.timings().totalMs())));
    snapshot.ifPresent(
        s ->
            line.append(" pending=")
                .append(s.pendingJobs().size())
                .append(" running=")
                .append(s.activeJobs().size()));
    line.append(" writes=").append(commit.confirmed());
    if (commit.failed() + commit.skipped() + commit.deferred() > 0) {
      line.append(" failed=").append(commit.failed());
      line.append(" skipped=").append(commit.skipped());
      line.append(" deferred=").append(commit.deferred());
    }
    line.append(String.format(" read_ms=%.0f total_ms=%.0f", readMs, totalMs));
    if (!problem.isEmpty()) {
      line.append(" problem=\"").append(problem).append('"');
    }
    return line.toString();
  }
}
