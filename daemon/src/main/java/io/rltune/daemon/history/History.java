package io.rltune.daemon.history;

import io.rltune.daemon.sqlite.StateDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Database of job lives and of the queue over time.
 *
 * <p>Tables: {@code jobs} (one row a life of a job, see {@link JobRun}), {@code cycles} (about one
 * row a minute, see {@link CyclePoint}) and {@code facts} (up to when slurmdbd was asked).
 */
public final class History implements AutoCloseable {
  private static final String LEARNT_UNTIL = "learnt_until";

  private final StateDatabase database;
  private final Connection connection;

  private History(StateDatabase database) {
    this.database = database;
    this.connection = database.connection();
  }

  /** Opens or creates; a damaged file is set aside and a new one begun. */
  public static History open(Path file) throws IOException {
    return new History(StateDatabase.open(file, HistorySchema.KIND));
  }

  /**
   * Brings a file of an earlier release up to date, so that it can be read.
   *
   * @return whether that was needed; false also where there is no file
   */
  public static boolean upgrade(Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    try {
      reading(file).close();
      return false;
    } catch (IOException e) {
      open(file).close();
      return true;
    }
  }

  /** Like {@link #reading}; where there is no file, an empty history. */
  public static History readingIfThere(Path file) throws IOException {
    return Files.exists(file)
        ? reading(file)
        : new History(StateDatabase.inMemory(HistorySchema.KIND));
  }

  /**
   * Opens for reading only, as commands do beside a running daemon: nothing is made, repaired or
   * set aside, whatever is wrong with the file.
   *
   * @throws IOException where it cannot be read, or is of another release
   */
  public static History reading(Path file) throws IOException {
    return new History(StateDatabase.reading(file, HistorySchema.KIND));
  }

  /** Stores lives of jobs, new or changed, and one point where there is one; all or nothing. */
  public synchronized void store(Collection<JobRun> runs, Optional<CyclePoint> point)
      throws IOException {
    try {
      try (PreparedStatement put = connection.prepareStatement(HistoryRows.PUT)) {
        for (JobRun run : runs) {
          HistoryRows.bind(put, run);
          put.addBatch();
        }
        put.executeBatch();
      }
      if (point.isPresent()) {
        try (PreparedStatement put = connection.prepareStatement(HistoryRows.PUT_POINT)) {
          HistoryRows.bind(put, point.get());
          put.executeUpdate();
        }
      }
      connection.commit();
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  /**
   * Stores finished runs that accounting tells of. Those the daemon knows are left as they are,
   * except for an end that it did not see.
   *
   * @return runs that taught something
   */
  public synchronized int learn(Collection<JobRun> runs) throws IOException {
    try {
      int learnt = 0;
      try (PreparedStatement put = connection.prepareStatement(HistoryRows.LEARN)) {
        for (JobRun run : runs) {
          HistoryRows.bind(put, run);
          learnt += put.executeUpdate();
        }
      }
      connection.commit();
      return learnt;
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  /** Notes that what has ended up to then need not be asked again, seconds since the epoch. */
  public synchronized void learntUntil(long until) throws IOException {
    try (PreparedStatement put =
        connection.prepareStatement("INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)")) {
      put.setString(1, LEARNT_UNTIL);
      put.setLong(2, until);
      put.executeUpdate();
      connection.commit();
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  /** Up to when accounting was asked, seconds since the epoch; 0 for never. */
  public long learntUntil() throws IOException {
    return number("SELECT value FROM facts WHERE name = '" + LEARNT_UNTIL + "'");
  }

  /** Time of the latest point, seconds since the epoch; 0 without one. */
  public long lastPointAt() throws IOException {
    return number("SELECT MAX(at) FROM cycles");
  }

  private synchronized long number(String sql) throws IOException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      long value = rows.next() ? rows.getLong(1) : 0;
      connection.commit();
      return value;
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  /** Jobs that had not ended when last seen. */
  public List<JobRun> open() throws IOException {
    return jobs("ended = 0 ORDER BY job_id");
  }

  /** The lives of one job id, the latest first. */
  public List<JobRun> ofJob(long jobId) throws IOException {
    return jobs("job_id = ? ORDER BY submit DESC", jobId);
  }

  /** Jobs that started in a time span, in order of start. */
  public List<JobRun> started(long from, long to) throws IOException {
    return jobs("started >= ? AND started < ? ORDER BY started", from, to);
  }

  /** The last runs of the same user, name stem and size that ended, the latest first. */
  public List<JobRun> kin(String user, String stem, int gpus, int most) throws IOException {
    return jobs(
        "user = ? AND stem = ? AND gpus = ? AND ended > 0 AND started > 0 ORDER BY ended DESC LIMIT ?",
        user,
        stem,
        gpus,
        most);
  }

  /** The last runs that ended, the latest first; of one user, or of all for an empty name. */
  public List<JobRun> lastEnded(String user, int most) throws IOException {
    return user.isEmpty()
        ? jobs("ended > 0 AND started > 0 ORDER BY ended DESC LIMIT ?", most)
        : jobs("user = ? AND ended > 0 AND started > 0 ORDER BY ended DESC LIMIT ?", user, most);
  }

  /** Points of a time span. */
  public synchronized List<CyclePoint> points(long from, long to) throws IOException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT * FROM cycles WHERE at >= ? AND at < ? ORDER BY at")) {
      query.setLong(1, from);
      query.setLong(2, to);
      List<CyclePoint> points = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          points.add(HistoryRows.point(rows));
        }
      }
      connection.commit();
      return points;
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  /**
   * Forgets what is older than {@code before}, and the oldest jobs beyond {@code mostJobs}: the
   * file has a bound whatever the cluster's traffic.
   */
  public synchronized void prune(long before, long mostJobs) throws IOException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM cycles WHERE at < " + before);
      statement.executeUpdate("DELETE FROM jobs WHERE ended > 0 AND ended < " + before);
      statement.executeUpdate(
          "DELETE FROM jobs WHERE ended > 0 AND ended < (SELECT ended FROM jobs WHERE ended > 0"
              + " ORDER BY ended DESC LIMIT 1 OFFSET "
              + (mostJobs - 1)
              + ")");
      connection.commit();
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  private synchronized List<JobRun> jobs(String where, Object... values) throws IOException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT * FROM jobs WHERE " + where)) {
      for (int i = 0; i < values.length; i++) {
        query.setObject(i + 1, values[i]);
      }
      List<JobRun> runs = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          runs.add(HistoryRows.run(rows));
        }
      }
      connection.commit();
      return runs;
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    database.close();
  }
}
