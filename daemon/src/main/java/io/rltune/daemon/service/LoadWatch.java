package io.rltune.daemon.service;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.plan.Plan;
import java.time.Duration;
import java.util.Locale;

/**
 * Notices a queue that is more than one cycle can do: jobs beyond those that the placement looks
 * at, and cycles that take longer than the time between them. The head of the order is served
 * first, so such a queue costs the jobs far down, and it is said.
 */
final class LoadWatch {
  /** A single slow cycle, as the first of a JVM is, means nothing. */
  private static final int IN_A_ROW = 3;

  private Duration interval;
  private int headSize;
  private int slowCycles;
  private double lastMs;
  private int managed;

  LoadWatch(Config config) {
    configure(config);
  }

  /** Takes over settings that are now in force. */
  void configure(Config config) {
    interval = config.get(Settings.INTERVAL);
    headSize = config.get(Settings.HEAD_SIZE);
    slowCycles = 0;
  }

  void observe(CycleReport report) {
    lastMs = report.totalMs();
    slowCycles = lastMs > interval.toMillis() ? slowCycles + 1 : 0;
    managed = report.plan().map(Plan::order).map(java.util.List::size).orElse(0);
  }

  /** Managed jobs of the last plan that were ordered, but too far down to be placed. */
  int beyondHead() {
    return Math.max(0, managed - headSize);
  }

  double lastMs() {
    return lastMs;
  }

  double intervalS() {
    return interval.toMillis() / 1000.0;
  }

  /** Empty, or what an admin can do about cycles that do not keep up. */
  String problem() {
    if (slowCycles < IN_A_ROW) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "cycles take longer (the last %.1f s) than daemon.interval (%.0f s) and follow each other"
            + " without a pause: %d jobs are ordered, nodes are sought for the first %d; raise"
            + " daemon.interval",
        lastMs / 1000,
        intervalS(),
        managed,
        Math.min(managed, headSize));
  }
}
