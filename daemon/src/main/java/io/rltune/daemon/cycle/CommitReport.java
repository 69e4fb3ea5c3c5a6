package io.rltune.daemon.cycle;

import io.rltune.daemon.journal.PlannedWrite;
import io.rltune.slurm.SlurmError;
import java.util.List;
import java.util.Optional;

/**
 * What became of the writes of one cycle.
 *
 * @param done writes that Slurm confirmed
 * @param failed writes that Slurm refused
 * @param skipped writes given up because the job's state had changed when it was read again
 * @param deferred writes left for a later cycle by the pace
 * @param stop the failure that ended the batch early, if one did
 * @param problems one line for each failed write
 */
public record CommitReport(
    List<PlannedWrite> done,
    int failed,
    int skipped,
    int deferred,
    Optional<SlurmError> stop,
    List<String> problems) {
  public static final CommitReport NOTHING =
      new CommitReport(List.of(), 0, 0, 0, Optional.empty(), List.of());

  public CommitReport {
    done = List.copyOf(done);
    problems = List.copyOf(problems);
  }

  /** Number of writes that Slurm confirmed. */
  public int confirmed() {
    return done.size();
  }
}
