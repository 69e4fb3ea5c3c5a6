package io.rltune.daemon.service;

import io.rltune.daemon.cycle.CycleReport;
import java.time.Duration;

/** Told what the daemon does: metrics, history, the status page. Called on the daemon's thread. */
public interface DaemonObserver {
  /** After each cycle, with the status as it was published. */
  default void cycle(CycleReport report, Status status) {}

  /** A status without a cycle: standby, stopping, a journal that cannot be used. */
  default void status(Status status) {}

  /**
   * After each try: how long it is to the next, without the part of chance, and whether only pings
   * are sent because Slurm does not answer.
   */
  default void pace(Duration every, boolean circuitOpen) {}
}
