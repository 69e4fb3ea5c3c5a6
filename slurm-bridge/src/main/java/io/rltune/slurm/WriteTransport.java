package io.rltune.slurm;

/** How updates reach slurmctld. */
public enum WriteTransport {
  /** By REST where the API version can express the update, else by scontrol. */
  AUTO,
  /** By scontrol alone. */
  SCONTROL,
  /** By REST alone; what the API version cannot express is rejected. */
  REST
}
