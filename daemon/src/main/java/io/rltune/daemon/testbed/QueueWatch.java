package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.Lab.QueuedJob;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Looks at the queue each second until it is empty, and notes jobs that were held on the way. */
final class QueueWatch {
  private final Lab lab;
  private final Map<Long, String> held = new TreeMap<>();

  QueueWatch(Lab lab) {
    this.lab = lab;
  }

  /**
   * Waits until no job is left.
   *
   * @return false where some were left after the timeout
   */
  boolean awaitEmpty(long timeoutS) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutS);
    while (System.nanoTime() < deadline) {
      List<QueuedJob> queue = lab.queue();
      look(queue);
      if (queue.isEmpty()) {
        return true;
      }
      TimeUnit.SECONDS.sleep(1);
    }
    return false;
  }

  /** Jobs seen held, with the reason that Slurm gave. */
  Map<Long, String> held() {
    return held;
  }

  private void look(List<QueuedJob> queue) {
    for (QueuedJob job : queue) {
      if (job.isHeld()) {
        held.putIfAbsent(job.id(), job.reason());
      }
    }
  }
}
