package io.rltune.daemon.service;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.slurm.ControllerLoad;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * When to look at the cluster again. The interval is stretched while the controller is slow or says
 * that it is busy, and doubled with each failure; a little chance keeps many clients from asking in
 * step.
 *
 * <p>After a few failures in a row the circuit is open: then only a ping is sent, and the first
 * that is answered lets one cycle through (half open); a good cycle closes it.
 */
final class PollPace {
  /** So many failures in a row open the circuit. */
  static final int FAILURES_TO_OPEN = 3;

  private final Duration interval;
  private final Duration longest;
  private final Duration longestBackoff;
  private final double readShare;
  private final double jitter;
  private final DoubleSupplier chance;
  private Duration lastRead = Duration.ZERO;
  private int loadStretch = 1;
  private int failures;

  /**
   * At the usual pace.
   *
   * @param chance uniform from 0 to 1
   */
  PollPace(Config config, DoubleSupplier chance) {
    this.interval = config.get(Settings.INTERVAL);
    this.longest = longer(interval, config.get(Settings.INTERVAL_MAX));
    this.longestBackoff = longer(interval, config.get(Settings.BACKOFF_MAX));
    this.readShare = config.get(Settings.READ_SHARE);
    this.jitter = Math.min(0.5, config.get(Settings.JITTER));
    this.chance = chance;
  }

  /** A good cycle, and how long reading took. */
  void succeeded(Duration read) {
    failures = 0;
    lastRead = read;
  }

  void failed() {
    failures++;
  }

  /** What slurmctld says of itself. */
  void load(ControllerLoad load) {
    loadStretch = load.stretch();
  }

  /** Whether only a ping may be sent. */
  boolean isOpen() {
    return failures >= FAILURES_TO_OPEN;
  }

  /** From the begin of one cycle to that of the next. */
  Duration next() {
    double factor = 1 + jitter * (2 * chance.getAsDouble() - 1);
    return Duration.ofMillis(Math.round(steady().toMillis() * factor));
  }

  /** The same without the part of chance: what status and metrics show. */
  Duration steady() {
    if (failures > 0) {
      return shorter(interval.multipliedBy(1L << Math.min(failures, 10)), longestBackoff);
    }
    Duration gentle = longer(interval, Duration.ofMillis((long) (lastRead.toMillis() / readShare)));
    return shorter(gentle.multipliedBy(loadStretch), longest);
  }

  /** The longest that it can be from the begin of one cycle to that of the next. */
  Duration longestWait() {
    return longer(longest, longestBackoff).multipliedBy(3).dividedBy(2);
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
