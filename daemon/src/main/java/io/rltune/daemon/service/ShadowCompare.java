package io.rltune.daemon.service;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.plan.Plan;
import java.util.HashSet;
import java.util.Set;

/** Counts how often Slurm started the jobs that the plan before had started. */
final class ShadowCompare {
  private Set<Long> pendingBefore = Set.of();
  private Set<Long> plannedBefore = Set.of();
  private long started;
  private long agreed;

  void observe(ClusterSnapshot snapshot, Plan plan) {
    for (Job job : snapshot.activeJobs()) {
      if (pendingBefore.contains(job.id())) {
        started++;
        agreed += plannedBefore.contains(job.id()) ? 1 : 0;
      }
    }
    pendingBefore = new HashSet<>();
    snapshot.pendingJobs().forEach(job -> pendingBefore.add(job.id()));
    plannedBefore = new HashSet<>();
    plan.starts().forEach(start -> plannedBefore.add(start.jobId()));
  }

  /**
   * Share of jobs that Slurm started and the plan before had started too; -1 before the first
   * start.
   */
  double agreement() {
    return started == 0 ? -1 : agreed / (double) started;
  }
}
