package io.rltune.daemon.systemd;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Tells systemd that the daemon is alive, but only while its own thread moves on: a daemon that
 * hangs is killed and started again.
 */
public final class Watchdog implements AutoCloseable {
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "watchdog");
            thread.setDaemon(true);
            return thread;
          });

  private Watchdog() {}

  /** Starts; without a watchdog in the unit it does nothing. */
  public static Watchdog start(ServiceManager manager, BooleanSupplier alive) {
    Watchdog watchdog = new Watchdog();
    Duration every = manager.watchdog().dividedBy(3);
    if (!every.isZero()) {
      watchdog.timer.scheduleAtFixedRate(
          () -> {
            if (alive.getAsBoolean()) {
              manager.alive();
            }
          },
          0,
          every.toMillis(),
          TimeUnit.MILLISECONDS);
    }
    return watchdog;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
