package io.rltune.sim.engine;

import io.rltune.sim.workload.WorkloadJob;

/**
 * The order in which a textbook queue considers its jobs. Ties go by submit time, then by order of
 * submission. An instance serves one run.
 */
public interface QueueOrder {
  /** First come, first served. */
  QueueOrder SUBMISSION = (job, nowS) -> 0;

  /**
   * The place of a job in the queue.
   *
   * @return any number but NaN; lower starts first
   */
  double key(WorkloadJob job, double nowS);

  /** Whether keys of waiting jobs change as time goes by, or as other jobs end. */
  default boolean isDynamic() {
    return false;
  }

  /**
   * A job ended.
   *
   * @param ranS seconds that it ran
   */
  default void ended(WorkloadJob job, double ranS) {}
}
