package io.rltune.slurm;

import java.util.Map;

/**
 * What we may do to a cluster, found out without touching any job.
 *
 * @param rest rights of the token's user, as slurmrestd has them
 * @param scontrol rights of the user that scontrol runs as
 * @param controller the configuration of slurmctld as {@code scontrol show config} prints it; empty
 *     where scontrol cannot be run
 */
public record AccessReport(Access rest, Access scontrol, Map<String, String> controller) {
  public AccessReport {
    controller = Map.copyOf(controller);
  }

  /** How far rights go. */
  public enum Level {
    /** May change priorities and node lists of others' jobs. */
    OPERATOR,
    /** May not. */
    NONE,
    /** Could not be found out without a write. */
    UNKNOWN,
    /** This way to Slurm does not work, or is not configured. */
    UNAVAILABLE
  }

  /**
   * Rights on one way to Slurm.
   *
   * @param level how far they go
   * @param detail how that was found out, or why not
   */
  public record Access(Level level, String detail) {
    public boolean mayWrite() {
      return level == Level.OPERATOR;
    }
  }
}
