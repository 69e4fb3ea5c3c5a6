package io.rltune.sim.engine;

/** Who starts jobs, and when. */
public enum Discipline {
  /** Slurm's main scheduler in priority order and, where enabled, its backfill scheduler. */
  SLURM,

  /**
   * The textbook queue: at every event the head of the queue starts while it fits; nothing
   * overtakes it.
   */
  STRICT,

  /**
   * Textbook EASY (Lifka 1995): as STRICT, and others start where they do not delay the head, by
   * its shadow time and the extra resources at that time.
   */
  EASY,

  /** Whoever steps the simulation picks the jobs. */
  EXTERNAL
}
