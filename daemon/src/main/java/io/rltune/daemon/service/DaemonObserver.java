package io.rltune.daemon.service;

import io.rltune.daemon.cycle.CycleReport;

/** Told what the daemon does: metrics, history, the status page. Called on the daemon's thread. */
public interface DaemonObserver {
  /** After each cycle, with the status as it was published. */
  default void cycle(CycleReport report, Status status) {}

  /** A status without a cycle: standby, stopping, a journal that cannot be used. */
  default void status(Status status) {}
}
