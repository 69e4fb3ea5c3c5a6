package io.rltune.daemon.journal;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;

/**
 * Durable record of every write, before and after, and of what is left on which job. An SQLite
 * database in WAL mode with full synchronisation: what {@link #intend} returned survives a power
 * cut.
 *
 * <p>Tables: {@code writes} (one row a write; {@code outcome} is NULL from the intent until Slurm
 * answered, then {@code ok} or the error) and {@code touched} (one row a job that carries something
 * of ours).
 */
public final class Journal implements AutoCloseable {
  private static final int SCHEMA_VERSION = 2;

  private static final String SCHEMA =
      """
      CREATE TABLE IF NOT EXISTS writes (
        id INTEGER PRIMARY KEY,
        cycle INTEGER NOT NULL,
        at INTEGER NOT NULL,
        job_id INTEGER NOT NULL,
        field TEXT NOT NULL,
        old TEXT NOT NULL,
        new TEXT NOT NULL,
        why TEXT NOT NULL,
        outcome TEXT,
        done_at INTEGER
      );
      CREATE INDEX IF NOT EXISTS writes_open ON writes (id) WHERE outcome IS NULL;
      CREATE INDEX IF NOT EXISTS writes_job ON writes (job_id);
      CREATE TABLE IF NOT EXISTS touched (
        job_id INTEGER PRIMARY KEY,
        site_factor INTEGER NOT NULL,
        fixed_priority INTEGER NOT NULL,
        lease TEXT NOT NULL,
        lease_until INTEGER NOT NULL,
        last_seen INTEGER NOT NULL,
        nice_before INTEGER,
        nice INTEGER
      );
      """;

  private final Path file;
  private final Connection connection;

  /** Outcomes that could not be stored when they were known: a full disk. Stored with the next. */
  private final Map<Long, String> unsavedOutcomes = new LinkedHashMap<>();

  private final Map<Long, TouchedJob> unsavedJobs = new LinkedHashMap<>();
  private long confirmed;

  private Journal(Path file, Connection connection) {
    this.file = file;
    this.connection = connection;
    this.confirmed = countConfirmed();
  }

  /**
   * A write as it stands in the journal.
   *
   * @param outcome empty while Slurm has not answered, {@code ok}, or the error
   */
  public record Entry(
      long id,
      long cycle,
      long at,
      long jobId,
      String field,
      String oldValue,
      String newValue,
      String why,
      Optional<String> outcome) {}

  /** Opens or creates a journal. */
  public static Journal open(Path file) {
    try {
      Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA journal_mode=WAL");
        statement.execute("PRAGMA synchronous=FULL");
        statement.execute("PRAGMA busy_timeout=5000");
        statement.execute("PRAGMA journal_size_limit=4194304");
        check(statement);
        int version;
        try (ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
          version = rows.getInt(1);
        }
        if (version > SCHEMA_VERSION) {
          throw new SQLException(
              "schema version "
                  + version
                  + " is newer than this RLTune knows ("
                  + SCHEMA_VERSION
                  + ")");
        }
        for (String sql : SCHEMA.split(";\\s*\\n")) {
          if (!sql.isBlank()) {
            statement.execute(sql);
          }
        }
        if (version == 1) {
          statement.execute("ALTER TABLE touched ADD COLUMN nice_before INTEGER");
          statement.execute("ALTER TABLE touched ADD COLUMN nice INTEGER");
        }
        statement.execute("PRAGMA user_version=" + SCHEMA_VERSION);
      }
      return new Journal(file, connection);
    } catch (SQLException e) {
      throw failed("journal " + file + " cannot be opened: ", e);
    }
  }

  private static void check(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("PRAGMA quick_check(1)")) {
      if (rows.next() && !rows.getString(1).equals("ok")) {
        throw new SQLException("damaged: " + rows.getString(1));
      }
    }
  }

  /**
   * Records writes that are about to be sent; durable when it returns.
   *
   * @return ids, one per write, in order
   */
  public List<Long> intend(long cycle, long at, List<PlannedWrite> writeList) {
    saveUnsaved(at);
    return inTransaction(
        () -> {
          List<Long> ids = new ArrayList<>();
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "INSERT INTO writes (cycle, at, job_id, field, old, new, why) VALUES (?,?,?,?,?,?,?)",
                  Statement.RETURN_GENERATED_KEYS)) {
            for (PlannedWrite write : writeList) {
              insert.setLong(1, cycle);
              insert.setLong(2, at);
              insert.setLong(3, write.jobId());
              insert.setString(4, write.field());
              insert.setString(5, write.oldValue());
              insert.setString(6, write.newValue());
              insert.setString(7, write.why());
              insert.executeUpdate();
              try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                ids.add(keys.getLong(1));
              }
            }
          }
          return ids;
        });
  }

  /**
   * Records what became of writes, and what is now left on their jobs, in one transaction. Where
   * that fails it is kept in memory and stored before the next intent, so that a disk that was full
   * for a while costs no outcome; after a crash meanwhile, {@link #open} still has the writes.
   */
  public void conclude(Map<Long, String> outcomeById, long at, Collection<TouchedJob> changedJobs) {
    confirmed += outcomeById.values().stream().filter("ok"::equals).count();
    unsavedOutcomes.putAll(outcomeById);
    changedJobs.forEach(job -> unsavedJobs.put(job.jobId(), job));
    saveUnsaved(at);
  }

  private void saveUnsaved(long at) {
    if (unsavedOutcomes.isEmpty() && unsavedJobs.isEmpty()) {
      return;
    }
    inTransaction(
        () -> {
          try (PreparedStatement update =
              connection.prepareStatement("UPDATE writes SET outcome=?, done_at=? WHERE id=?")) {
            for (Map.Entry<Long, String> outcome : unsavedOutcomes.entrySet()) {
              update.setString(1, outcome.getValue());
              update.setLong(2, at);
              update.setLong(3, outcome.getKey());
              update.executeUpdate();
            }
          }
          TouchedTable.store(connection, unsavedJobs.values());
          return null;
        });
    unsavedOutcomes.clear();
    unsavedJobs.clear();
  }

  /** Stores what is left on jobs; clean ones are forgotten. */
  public void save(Collection<TouchedJob> changedJobs) {
    if (!changedJobs.isEmpty()) {
      inTransaction(
          () -> {
            TouchedTable.store(connection, changedJobs);
            return null;
          });
    }
  }

  /** Jobs that carry something of ours, by id. */
  public Map<Long, TouchedJob> touched() {
    return inTransaction(() -> TouchedTable.read(connection));
  }

  /** Writes whose outcome is unknown: sent, or about to be, when the daemon died. */
  public List<Entry> open() {
    return query("SELECT * FROM writes WHERE outcome IS NULL ORDER BY id");
  }

  /** All writes to one job, oldest first. */
  public List<Entry> ofJob(long jobId) {
    return query("SELECT * FROM writes WHERE job_id=" + jobId + " ORDER BY id");
  }

  /** Writes that Slurm confirmed, as far as the journal went back when it was opened. */
  public long confirmedWrites() {
    return confirmed;
  }

  private long countConfirmed() {
    return inTransaction(
        () -> {
          try (Statement statement = connection.createStatement();
              ResultSet rows =
                  statement.executeQuery("SELECT count(*) FROM writes WHERE outcome='ok'")) {
            return rows.getLong(1);
          }
        });
  }

  /**
   * Forgets the oldest concluded writes, however young, while the journal takes more than this.
   * Freed pages are used again, so the file itself does not grow beyond.
   *
   * @param maxBytes size cap
   */
  public void trim(long maxBytes) {
    for (int round = 0; round < 20 && usedBytes() > maxBytes; round++) {
      int gone =
          inTransaction(
              () -> {
                try (Statement statement = connection.createStatement()) {
                  return statement.executeUpdate(
                      "DELETE FROM writes WHERE outcome IS NOT NULL AND id <= (SELECT min(id) +"
                          + " (max(id) - min(id)) / 10 FROM writes)");
                }
              });
      if (gone == 0) {
        return;
      }
    }
  }

  private long usedBytes() {
    return inTransaction(
        () -> (pragma("page_count") - pragma("freelist_count")) * pragma("page_size"));
  }

  private long pragma(String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA " + name)) {
      return rows.getLong(1);
    }
  }

  /** Forgets concluded writes older than {@code before}, seconds since the epoch. */
  public void prune(long before) {
    inTransaction(
        () -> {
          try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(
                "DELETE FROM writes WHERE outcome IS NOT NULL AND at < " + before);
          }
        });
  }

  private List<Entry> query(String sql) {
    return inTransaction(
        () -> {
          List<Entry> entries = new ArrayList<>();
          try (Statement statement = connection.createStatement();
              ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
              entries.add(
                  new Entry(
                      rows.getLong("id"),
                      rows.getLong("cycle"),
                      rows.getLong("at"),
                      rows.getLong("job_id"),
                      rows.getString("field"),
                      rows.getString("old"),
                      rows.getString("new"),
                      rows.getString("why"),
                      Optional.ofNullable(rows.getString("outcome"))));
            }
          }
          return entries;
        });
  }

  private interface SqlWork<T> {
    T run() throws SQLException;
  }

  /**
   * BEGIN and COMMIT are ours: SQLite itself rolls back when the disk is full, and a driver that
   * keeps count of transactions is then wrong for ever.
   */
  private <T> T inTransaction(SqlWork<T> work) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("BEGIN");
      try {
        T result = work.run();
        statement.execute("COMMIT");
        return result;
      } catch (SQLException e) {
        rollBack(e);
        throw e;
      }
    } catch (SQLException e) {
      throw failed("journal " + file + ": ", e);
    }
  }

  private static JournalException failed(String what, SQLException e) {
    String remedy =
        SQLiteErrorCode.getErrorCode(e.getErrorCode()) == SQLiteErrorCode.SQLITE_FULL
            ? "; free the disk: nothing is written to Slurm without a journal"
            : "";
    return new JournalException(what + e.getMessage() + remedy, e);
  }

  private void rollBack(SQLException failure) {
    try (Statement statement = connection.createStatement()) {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      // Rolled back by SQLite already.
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new JournalException("journal " + file + " cannot be closed: " + e.getMessage(), e);
    }
  }
}
