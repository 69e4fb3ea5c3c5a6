package io.rltune.daemon.explain;

import io.rltune.daemon.explain.JobExplanation.Write;
import io.rltune.daemon.journal.Journal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What RLTune wrote to a job, from the journal. */
public final class JobWrites {
  private JobWrites() {}

  /** Reads the journal of a daemon, running or not; empty where there is none. */
  public static List<Write> read(Path journalFile, long jobId) {
    if (!Files.exists(journalFile)) {
      return List.of();
    }
    try (Journal journal = Journal.open(journalFile)) {
      return of(journal, jobId);
    }
  }

  /** The writes to a job, oldest first. */
  public static List<Write> of(Journal journal, long jobId) {
    return journal.ofJob(jobId).stream()
        .map(
            entry ->
                new Write(
                    entry.at(),
                    entry.field(),
                    entry.oldValue(),
                    entry.newValue(),
                    entry.why(),
                    entry.outcome().orElse("no answer yet")))
        .toList();
  }
}
