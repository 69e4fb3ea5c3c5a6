package io.rltune.daemon.service;

import java.time.Duration;

/**
 * Stretches the time between cycles while Slurm does not answer: doubled per failure, up to a
 * minute (or the interval itself).
 */
final class Backoff {
  private static final Duration MOST = Duration.ofMinutes(1);

  private final Duration interval;
  private int failures;

  Backoff(Duration interval) {
    this.interval = interval;
  }

  void succeeded() {
    failures = 0;
  }

  void failed() {
    failures++;
  }

  Duration next() {
    Duration stretched = interval.multipliedBy(1L << Math.min(failures, 10));
    Duration most = interval.compareTo(MOST) > 0 ? interval : MOST;
    return stretched.compareTo(most) > 0 ? most : stretched;
  }
}
