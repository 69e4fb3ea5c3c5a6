package io.rltune.daemon.config;

/** How an order reaches Slurm. */
public enum Mechanism {
  /** Additive in priority/multifactor; 0 undoes it. */
  SITE_FACTOR,
  /** Absolute; freezes Slurm's own factors; INFINITE undoes it. */
  PRIORITY,
  /**
   * The user's own nice value, moved; the last resort where a site factor cannot be written. The
   * value before undoes it.
   */
  NICE
}
