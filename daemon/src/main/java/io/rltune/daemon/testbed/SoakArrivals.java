package io.rltune.daemon.testbed;

import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;

/** Submits a workload at its due times, on a thread of its own, however often slurmctld is away. */
final class SoakArrivals {
  private static final long RETRY_MS = 2000;
  private static final int MOST_TRIES = 60;

  private final Lab lab;
  private final AbWorkload workload;
  private final Map<Long, WorkloadJob> submitted = new ConcurrentSkipListMap<>();
  private final Thread thread = new Thread(this::run, "soak-arrivals");
  private volatile boolean stop;
  private volatile int refused;

  SoakArrivals(Lab lab, AbWorkload workload) {
    this.lab = lab;
    this.workload = workload;
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends it and waits until the submission at hand is through. */
  void stop() throws InterruptedException {
    stop = true;
    thread.join(120_000);
  }

  /** Jobs that Slurm took. */
  Map<Long, WorkloadJob> submitted() {
    return submitted;
  }

  /** Jobs that could not be submitted at all. */
  int refused() {
    return refused;
  }

  private void run() {
    long begin = System.nanoTime();
    try {
      for (WorkloadJob job : workload.jobs()) {
        while (!stop && System.nanoTime() - begin < job.submitS() * 1e9) {
          TimeUnit.MILLISECONDS.sleep(100);
        }
        if (stop) {
          return;
        }
        submit(job);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void submit(WorkloadJob job) throws InterruptedException {
    for (int i = 0; i < MOST_TRIES && !stop; i++) {
      try {
        submitted.put(
            lab.submit(AbWorkload.user(job), AbWorkload.script(job), AbWorkload.sbatchOptions(job)),
            job);
        return;
      } catch (IOException away) {
        TimeUnit.MILLISECONDS.sleep(RETRY_MS);
      }
    }
    refused++;
  }
}
