package io.rltune.daemon.history;

import io.rltune.daemon.sqlite.StateDatabase;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Tables of the history, and how those of earlier releases become today's. */
final class HistorySchema {
  static final StateDatabase.Kind KIND =
      new StateDatabase.Kind("history", "rw-r-----", 3, HistorySchema::prepare);

  private static final String[] TABLES = {
    """
    CREATE TABLE IF NOT EXISTS jobs (
      job_id INTEGER NOT NULL,
      submit INTEGER NOT NULL,
      name TEXT NOT NULL,
      stem TEXT NOT NULL,
      user TEXT NOT NULL,
      account TEXT NOT NULL,
      qos TEXT NOT NULL,
      part TEXT NOT NULL,
      gpus INTEGER NOT NULL,
      gpu_type TEXT NOT NULL,
      time_limit_s INTEGER NOT NULL,
      eligible INTEGER NOT NULL,
      first_seen INTEGER NOT NULL,
      first_planned INTEGER NOT NULL DEFAULT 0,
      plain_start INTEGER NOT NULL DEFAULT 0,
      started INTEGER NOT NULL DEFAULT 0,
      ended INTEGER NOT NULL DEFAULT 0,
      end_slack_s INTEGER NOT NULL DEFAULT 0,
      mode TEXT NOT NULL DEFAULT '',
      agreed INTEGER NOT NULL DEFAULT 0,
      position INTEGER NOT NULL DEFAULT 0,
      of_jobs INTEGER NOT NULL DEFAULT 0,
      role TEXT NOT NULL DEFAULT '',
      veto TEXT NOT NULL DEFAULT '',
      reason TEXT NOT NULL DEFAULT '',
      started_on TEXT NOT NULL DEFAULT '',
      nodes INTEGER NOT NULL DEFAULT 0,
      cpus INTEGER NOT NULL DEFAULT 0,
      mem_mb INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (job_id, submit)
    ) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS jobs_kin ON jobs (user, stem, gpus, ended)",
    "CREATE INDEX IF NOT EXISTS jobs_started ON jobs (started)",
    "CREATE INDEX IF NOT EXISTS jobs_open ON jobs (ended) WHERE ended = 0",
    """
    CREATE TABLE IF NOT EXISTS cycles (
      at INTEGER PRIMARY KEY,
      mode TEXT NOT NULL,
      pending INTEGER NOT NULL,
      running INTEGER NOT NULL,
      starts INTEGER NOT NULL,
      gpus_total INTEGER NOT NULL,
      gpus_used INTEGER NOT NULL,
      mean_wait_s INTEGER NOT NULL,
      max_wait_s INTEGER NOT NULL,
      writes INTEGER NOT NULL
    )""",
    "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL)",
  };

  private HistorySchema() {}

  private static void prepare(Statement statement, int found) throws SQLException {
    upgrade(statement, found);
    for (String sql : TABLES) {
      statement.execute(sql);
    }
  }

  private static void upgrade(Statement statement, int version) throws SQLException {
    if (version == 1) {
      statement.execute("ALTER TABLE jobs ADD COLUMN plain_start INTEGER NOT NULL DEFAULT 0");
    }
    if (version == 1 || version == 2) {
      for (String column : List.of("nodes", "cpus", "mem_mb")) {
        statement.execute("ALTER TABLE jobs ADD COLUMN " + column + " INTEGER NOT NULL DEFAULT 0");
      }
    }
  }
}
