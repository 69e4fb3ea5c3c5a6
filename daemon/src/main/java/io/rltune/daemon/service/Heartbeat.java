package io.rltune.daemon.service;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * When the daemon's thread last moved on. The watchdog and /health look at it: a thread that hangs
 * must not be called alive by another thread that does not.
 */
public final class Heartbeat {
  private final LongSupplier nanoTime;
  private volatile Duration limit;
  private volatile long last;

  /**
   * Beats once.
   *
   * @param nanoTime a clock that never goes back, in nanoseconds
   */
  public Heartbeat(LongSupplier nanoTime, Duration limit) {
    this.nanoTime = nanoTime;
    this.limit = limit;
    this.last = nanoTime.getAsLong();
  }

  /**
   * Longest time between beats of a healthy daemon: two intervals and the time that slow answers of
   * Slurm may take.
   */
  public static Duration limitFor(Duration interval, Duration requestTimeout) {
    return interval
        .multipliedBy(2)
        .plus(requestTimeout.multipliedBy(4))
        .plus(Duration.ofMinutes(2));
  }

  public void limit(Duration newLimit) {
    limit = newLimit;
  }

  public void beat() {
    last = nanoTime.getAsLong();
  }

  public Duration age() {
    return Duration.ofNanos(nanoTime.getAsLong() - last);
  }

  public boolean isAlive() {
    return age().compareTo(limit) <= 0;
  }
}
