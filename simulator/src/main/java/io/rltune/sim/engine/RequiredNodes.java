package io.rltune.sim.engine;

/** What a hold and a required node list mean for a pending job. */
final class RequiredNodes {
  private RequiredNodes() {}

  /**
   * Whether the schedulers may consider the job now; sets its reason where they may not. A list
   * longer than the node count, or with a node that could never run the job, gives the job priority
   * 0 and BadConstraints until the list changes.
   */
  static boolean isRunnable(Controller controller, SimJob job) {
    if (job.held) {
      job.reason = PendingReason.JOB_HELD_ADMIN;
      return false;
    }
    if (!job.badConstraints && !satisfiable(job)) {
      job.badConstraints = true;
    }
    if (job.badConstraints) {
      job.reason = PendingReason.BAD_CONSTRAINTS;
      job.clearPlan();
      return false;
    }
    for (int node : job.required) {
      if (!controller.inService.get(node)) {
        job.reason = PendingReason.REQ_NODE_NOT_AVAIL;
        job.clearPlan();
        return false;
      }
    }
    return true;
  }

  private static boolean satisfiable(SimJob job) {
    if (job.required.length > job.nodeCount) {
      return false;
    }
    for (int node : job.required) {
      if (!job.eligible.get(node)) {
        return false;
      }
    }
    return true;
  }
}
