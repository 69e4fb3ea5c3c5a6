package io.rltune.daemon.testbed;

import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Submits a workload at its due times. One submission after another: several at once could swap
 * neighbours, and the order would no longer be the same in both arms.
 */
final class Submitter {
  private final Lab lab;

  Submitter(Lab lab) {
    this.lab = lab;
  }

  /** Submits all jobs, the first one now, and returns when the last one is in. */
  SubmitReport submit(List<WorkloadJob> jobs) throws IOException, InterruptedException {
    Map<Long, WorkloadJob> byId = new LinkedHashMap<>();
    long begin = System.nanoTime();
    double lagSum = 0;
    double lagMax = 0;
    for (WorkloadJob job : jobs) {
      long due = begin + (long) (job.submitS() * 1e9);
      long early = due - System.nanoTime();
      if (early > 0) {
        TimeUnit.NANOSECONDS.sleep(early);
      }
      long id =
          lab.submit(AbWorkload.user(job), AbWorkload.script(job), AbWorkload.sbatchOptions(job));
      byId.put(id, job);
      double lag = (System.nanoTime() - due) / 1e9;
      lagSum += lag;
      lagMax = Math.max(lagMax, lag);
    }
    return new SubmitReport(byId, lagSum / jobs.size(), lagMax);
  }
}
