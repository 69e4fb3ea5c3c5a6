package io.rltune.slurm;

/**
 * An update as it is sent to Slurm.
 *
 * @param update what to change, checked before
 * @param account the account that the job has anyway, as just read, or empty. Slurm looks at it
 *     before it looks at node lists and refuses the whole update where the job is not pending any
 *     more. Without it slurmctld takes a node list for a started job as a change of size, and 22.05
 *     then splits the job's record in accounting even where it keeps its nodes (docs/adr/013)
 */
public record SentUpdate(JobUpdate update, String account) {
  /** Whether it names the account. */
  public boolean isConditional() {
    return !account.isEmpty();
  }
}
