package io.rltune.slurm.rest;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection when its time is up. Neither java.net.http (whose time-out ends with the head
 * of the answer) nor a blocking SocketChannel bounds the time that a body takes.
 */
final class Deadline implements AutoCloseable {
  private static final ScheduledExecutorService WATCHDOG = watchdog();

  private final Future<?> task;
  private volatile boolean passed;

  private Deadline(Duration allowed, Closeable connection) {
    task =
        WATCHDOG.schedule(
            () -> expire(connection), Math.max(1, allowed.toMillis()), TimeUnit.MILLISECONDS);
  }

  static Deadline in(Duration allowed, Closeable connection) {
    return new Deadline(allowed, connection);
  }

  boolean hasPassed() {
    return passed;
  }

  @Override
  public void close() {
    task.cancel(false);
  }

  private void expire(Closeable connection) {
    passed = true;
    try {
      connection.close();
    } catch (IOException e) {
      // Its reader sees the time-out either way.
      return;
    }
  }

  private static ScheduledExecutorService watchdog() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            runnable -> {
              Thread thread = new Thread(runnable, "slurm-deadline");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }
}
