package io.rltune.daemon.service;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.JournalException;
import io.rltune.daemon.journal.Ledger;
import io.rltune.daemon.journal.TouchedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the journal. A damaged one is put aside, never deleted; what is left on which job is taken
 * from the copy that is written after each cycle, and writing is paused until an admin has looked.
 */
public final class JournalRescue {
  private static final Logger LOG = LoggerFactory.getLogger(JournalRescue.class);

  private final StateDir stateDir;
  private List<TouchedJob> lastCopy = List.of();

  public JournalRescue(StateDir stateDir) {
    this.stateDir = stateDir;
  }

  /**
   * Opens.
   *
   * @param now seconds since the epoch, for the name of what is put aside
   * @param alerts told in words when the journal had to be rebuilt
   */
  public Journal open(long now, List<String> alerts) throws IOException {
    try {
      return Journal.open(stateDir.journal());
    } catch (JournalException e) {
      if (!isDamaged(e)) {
        throw e;
      }
      return rebuild(e, now, alerts);
    }
  }

  private Journal rebuild(JournalException damage, long now, List<String> alerts)
      throws IOException {
    List<TouchedJob> jobs = readCopy();
    Path aside = stateDir.path().resolve("journal.db.damaged-" + now);
    Files.move(stateDir.journal(), aside, StandardCopyOption.ATOMIC_MOVE);
    for (String suffix : List.of("-wal", "-shm")) {
      Path part = stateDir.path().resolve("journal.db" + suffix);
      if (Files.exists(part)) {
        Files.move(part, Path.of(aside + suffix));
      }
    }
    Journal journal = Journal.open(stateDir.journal());
    journal.save(jobs);
    if (!Files.exists(stateDir.pause())) {
      Files.createFile(stateDir.pause());
    }
    String text =
        "the journal was damaged and is now "
            + aside
            + "; "
            + jobs.size()
            + " touched jobs taken over from "
            + stateDir.touched()
            + "; writing is paused: look, then rltune resume";
    LOG.error("{} ({})", text, damage.getMessage());
    alerts.add(text);
    return journal;
  }

  /** Writes the copy where it has changed. */
  void copy(Ledger ledger) {
    List<TouchedJob> jobs = ledger.all();
    if (jobs.equals(lastCopy) && Files.exists(stateDir.touched())) {
      return;
    }
    try {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (TouchedJob job : jobs) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("job_id", job.jobId());
        row.put("site_factor", job.siteFactor());
        row.put("fixed_priority", job.fixedPriority());
        job.nice()
            .ifPresent(
                nice -> {
                  row.put("nice_before", nice.before());
                  row.put("nice", nice.ours());
                });
        row.put("lease", job.lease());
        row.put("lease_until", job.leaseUntil());
        row.put("last_seen", job.lastSeen());
        rows.add(row);
      }
      JsonFiles.write(stateDir.touched(), rows);
      lastCopy = jobs;
    } catch (IOException e) {
      LOG.warn("{} cannot be written: {}", stateDir.touched(), e.getMessage());
    }
  }

  private List<TouchedJob> readCopy() throws IOException {
    List<TouchedJob> jobs = new ArrayList<>();
    if (Files.exists(stateDir.touched())) {
      for (JsonNode row : JsonFiles.read(stateDir.touched())) {
        List<String> lease = new ArrayList<>();
        row.path("lease").forEach(node -> lease.add(node.asText()));
        jobs.add(
            new TouchedJob(
                row.path("job_id").asLong(),
                row.path("site_factor").asInt(),
                row.path("fixed_priority").asBoolean(),
                row.has("nice")
                    ? Optional.of(
                        new TouchedJob.NiceChange(
                            row.path("nice_before").asInt(), row.path("nice").asInt()))
                    : Optional.empty(),
                lease,
                row.path("lease_until").asLong(),
                row.path("last_seen").asLong()));
      }
    }
    return jobs;
  }

  private static boolean isDamaged(JournalException e) {
    String text = String.valueOf(e.getMessage());
    return text.contains("damaged")
        || text.contains("SQLITE_CORRUPT")
        || text.contains("SQLITE_NOTADB");
  }
}
