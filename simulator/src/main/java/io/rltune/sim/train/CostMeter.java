package io.rltune.sim.train;

import io.rltune.sim.workload.WorkloadJob;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Adds up what waiting costs, as time goes by. */
final class CostMeter {
  private final List<WorkloadJob> jobs;
  private final JobCosts costs;
  private final IntToDoubleFunction startS;
  private final int[] waiting;
  private final double[] paidUntilS;
  private int waitingCount;
  private int arrived;
  private double total;

  /**
   * A meter at time 0.
   *
   * @param jobs in order of submission
   * @param startS start of a job, NaN before it is known
   */
  CostMeter(List<WorkloadJob> jobs, JobCosts costs, IntToDoubleFunction startS) {
    this.jobs = jobs;
    this.costs = costs;
    this.startS = startS;
    this.waiting = new int[jobs.size()];
    this.paidUntilS = new double[jobs.size()];
  }

  /** Cost of all waiting until a time, which must not go back; infinite for all there is. */
  double until(double nowS) {
    while (arrived < jobs.size() && jobs.get(arrived).submitS() <= nowS) {
      waiting[waitingCount++] = arrived;
      paidUntilS[arrived] = jobs.get(arrived).submitS();
      arrived++;
    }
    int kept = 0;
    for (int i = 0; i < waitingCount; i++) {
      int job = waiting[i];
      double startedS = startS.applyAsDouble(job);
      boolean isOver = startedS <= nowS;
      double toS = isOver ? startedS : nowS;
      total += costs.of(job, paidUntilS[job], toS, jobs.get(job).submitS());
      paidUntilS[job] = toS;
      if (!isOver) {
        waiting[kept++] = job;
      }
    }
    waitingCount = kept;
    return total;
  }

  /** Jobs that wait, as of the last call. */
  int waitingCount() {
    return waitingCount;
  }

  /** The i-th waiting job. */
  int waiting(int i) {
    return waiting[i];
  }
}
