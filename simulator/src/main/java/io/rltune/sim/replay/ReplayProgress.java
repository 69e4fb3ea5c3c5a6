package io.rltune.sim.replay;

/** Follows a replay; called now and then from the replaying thread. */
public interface ReplayProgress {
  /** Nobody looks. */
  ReplayProgress NONE = (jobsDone, jobsTotal, simulatedS) -> {};

  /**
   * Called about every thousand finished jobs and once at the end.
   *
   * @param jobsDone jobs that have ended
   * @param jobsTotal jobs of the workload
   * @param simulatedS simulated time in seconds
   */
  void at(int jobsDone, int jobsTotal, double simulatedS);
}
