package io.rltune.daemon.accounting;

import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.service.DaemonObserver;
import io.rltune.daemon.service.Status;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link PastImport} on a thread of its own, once the daemon has seen the cluster twice: the
 * first cycle waits for nothing, and jobs that ended before it are known to have by then. Without
 * accounting it tries a few times (slurmdbd may come up after us) and then leaves it.
 */
public final class PastLearner implements DaemonObserver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PastLearner.class);
  private static final int CYCLES_BEFORE = 2;
  private static final int TRIES = 3;

  private final PastImport past;
  private final Duration betweenTries;
  private final Runnable learnt;
  private int cycles;
  private Thread thread;

  /**
   * Prepares.
   *
   * @param betweenTries time after a failure
   * @param learnt told when there is something new in the history
   */
  public PastLearner(PastImport past, Duration betweenTries, Runnable learnt) {
    this.past = past;
    this.betweenTries = betweenTries;
    this.learnt = learnt;
  }

  @Override
  public void cycle(CycleReport report, Status status) {
    if (thread == null && report.plan().isPresent() && ++cycles == CYCLES_BEFORE) {
      thread = new Thread(this::learn, "past-runs");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void learn() {
    try {
      for (int attempt = 1; !attempt(attempt) && attempt < TRIES; attempt++) {
        Thread.sleep(betweenTries.toMillis());
      }
    } catch (InterruptedException e) {
      // The daemon stops.
      Thread.currentThread().interrupt();
    }
  }

  private boolean attempt(int number) {
    try {
      if (past.run() > 0) {
        learnt.run();
      }
      return true;
    } catch (IOException | RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) {
        LOG.warn(
            "no runs of before learnt from slurmdbd (try {} of {}): {}; history.from_slurmdbd: 0s asks for none",
            number,
            TRIES,
            e.getMessage());
      }
      return false;
    }
  }

  /** Stops asking; waits for two seconds at most. */
  @Override
  public void close() throws InterruptedException {
    if (thread != null) {
      thread.interrupt();
      thread.join(2_000);
    }
  }
}
