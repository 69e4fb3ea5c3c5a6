package io.rltune.sim.engine;

/** Base state of a simulated job; the names are Slurm's. */
public enum JobPhase {
  PENDING,
  RUNNING,
  COMPLETED,
  /** Killed at its time limit. */
  TIMEOUT,
  /** Ended without success, e.g. because its allocation was shrunk under it. */
  FAILED;

  /** Whether the job will not change any more. */
  public boolean isFinal() {
    return this != PENDING && this != RUNNING;
  }
}
