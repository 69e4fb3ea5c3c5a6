package io.rltune.daemon.experience;

import io.rltune.daemon.sqlite.StateDatabase;
import io.rltune.policy.features.FeatureSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Database of recorded queues: job ids and features, no names. Readable for its owner alone. */
public final class ExperienceStore implements AutoCloseable {
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS states (
        at INTEGER PRIMARY KEY,
        policy TEXT NOT NULL,
        features TEXT NOT NULL,
        jobs INTEGER NOT NULL,
        body BLOB NOT NULL
      )""";
  private static final StateDatabase.Kind KIND =
      new StateDatabase.Kind(
          "recorded queues", "rw-------", 1, (statement, found) -> statement.execute(TABLE));

  private final StateDatabase database;
  private final Connection connection;

  private ExperienceStore(StateDatabase database) {
    this.database = database;
    this.connection = database.connection();
  }

  /**
   * Opens or creates; a file that cannot be used is set aside, aloud, and a new one begun.
   *
   * @throws IOException where there can be none, for want of rights or room
   */
  public static ExperienceStore open(Path file) throws IOException {
    return new ExperienceStore(StateDatabase.open(file, KIND));
  }

  /**
   * Opens for reading only, beside a running daemon: nothing is made, repaired or set aside.
   *
   * @throws IOException where there is none, or it cannot be used
   */
  public static ExperienceStore reading(Path file) throws IOException {
    return new ExperienceStore(StateDatabase.reading(file, KIND));
  }

  /** Stores a state; one of the same second is replaced. */
  public synchronized void add(QueueState state) throws IOException {
    try (PreparedStatement put =
        connection.prepareStatement(
            "INSERT OR REPLACE INTO states (at, policy, features, jobs, body) VALUES (?,?,?,?,?)")) {
      put.setLong(1, state.at());
      put.setString(2, state.policy());
      put.setString(3, FeatureSchema.hash());
      put.setInt(4, state.jobCount());
      put.setBytes(5, state.body());
      put.executeUpdate();
      connection.commit();
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  /** Time of the latest state, seconds since the epoch; 0 without one. */
  public synchronized long lastAt() throws IOException {
    try {
      long at;
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT MAX(at) FROM states")) {
        at = rows.getLong(1);
      }
      // Only now: with the rows still open the file would stay as it is for us.
      connection.commit();
      return at;
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  /**
   * States of one policy with this release's features.
   *
   * @param policy SHA-256 of its file
   * @param from seconds since the epoch
   * @param to seconds since the epoch, exclusive
   * @param mostJobs with so many jobs in all, older states are left out
   * @return in order of time
   */
  public synchronized List<QueueState> states(String policy, long from, long to, long mostJobs)
      throws IOException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT at, jobs, body FROM states WHERE policy = ? AND features = ? AND at >= ?"
                + " AND at < ? ORDER BY at DESC")) {
      query.setString(1, policy);
      query.setString(2, FeatureSchema.hash());
      query.setLong(3, from);
      query.setLong(4, to);
      List<QueueState> states = new ArrayList<>();
      long jobs = 0;
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next() && jobs + rows.getInt(2) <= mostJobs) {
          jobs += rows.getInt(2);
          states.add(QueueState.ofBody(rows.getLong(1), policy, rows.getInt(2), rows.getBytes(3)));
        }
      }
      connection.commit();
      Collections.reverse(states);
      return states;
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  /**
   * Forgets what is older than {@code before}, and the oldest beyond {@code mostBytes} of states:
   * the file, whose room is used again, stays about as large.
   */
  public synchronized void prune(long before, long mostBytes) throws IOException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM states WHERE at < " + before);
      statement.executeUpdate(
          "DELETE FROM states WHERE at <= (SELECT MAX(at) FROM (SELECT at, SUM(LENGTH(body))"
              + " OVER (ORDER BY at DESC) AS newer FROM states) WHERE newer > "
              + mostBytes
              + ")");
      connection.commit();
    } catch (SQLException e) {
      throw database.failed(e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    database.close();
  }
}
