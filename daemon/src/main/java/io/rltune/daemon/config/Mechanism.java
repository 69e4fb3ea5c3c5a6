package io.rltune.daemon.config;

/** How an order reaches Slurm. */
public enum Mechanism {
  /** Additive in priority/multifactor; 0 undoes it. */
  SITE_FACTOR,
  /** Absolute; freezes Slurm's own factors; INFINITE undoes it. */
  PRIORITY
}
