package io.rltune.daemon.sqlite;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A SQLite file of what the daemon has seen. In WAL mode: commands read while the daemon writes.
 * Not synchronised to disk at each commit: a power cut costs the last minutes. Its connection does
 * not commit by itself.
 */
public final class StateDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StateDatabase.class);
  private static final int BUSY_TIMEOUT_MS = 5_000;

  private final String name;
  private final Connection connection;

  /**
   * What is in a file.
   *
   * @param what for messages, such as "history"
   * @param rights of a file that is made, such as "rw-r-----"; what SQLite puts beside it gets the
   *     same
   * @param version of its tables, from 1
   * @param tables how they come about
   */
  public record Kind(String what, String rights, int version, Tables tables) {
    public Kind {
      requireNonNull(what, "what");
      requireNonNull(rights, "rights");
      requireNonNull(tables, "tables");
    }
  }

  /** Makes tables. */
  @FunctionalInterface
  public interface Tables {
    /**
     * Makes what is not there, and brings what an earlier release made up to date.
     *
     * @param found version of the file's tables; 0 for a new file
     */
    void prepare(Statement statement, int found) throws SQLException;
  }

  /** A file of a later release. */
  private static final class LaterReleaseException extends SQLException {
    private static final long serialVersionUID = 1L;

    LaterReleaseException(String why) {
      super(why);
    }
  }

  private StateDatabase(String name, Connection connection) {
    this.name = name;
    this.connection = connection;
  }

  /**
   * Opens or creates. A file that is damaged, no database, or of a later release is set aside,
   * aloud, and a new one begun; for want of room or rights it stays where it is.
   *
   * @throws IOException where there can be none
   */
  public static StateDatabase open(Path file, Kind kind) throws IOException {
    create(file, kind);
    try {
      return connect(file.toString(), kind);
    } catch (SQLException e) {
      if (!isUnusable(e)) {
        throw new IOException(kind.what() + " " + file + ": " + e.getMessage(), e);
      }
      Path aside = file.resolveSibling(file.getFileName() + ".damaged");
      LOG.warn(
          "{} {} cannot be used ({}); set aside as {}", kind.what(), file, e.getMessage(), aside);
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-wal"));
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-shm"));
      create(file, kind);
      try {
        return connect(file.toString(), kind);
      } catch (SQLException again) {
        throw new IOException(kind.what() + " " + file + ": " + again.getMessage(), again);
      }
    }
  }

  /** SQLite would make it with the rights of the umask. */
  private static void create(Path file, Kind kind) throws IOException {
    if (Files.exists(file)) {
      return;
    }
    try {
      Files.createFile(
          file,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(kind.rights())));
    } catch (IOException e) {
      throw new IOException(
          "%s %s cannot be made (%s); the directory must be there and be the daemon's own"
              .formatted(kind.what(), file, e.getClass().getSimpleName()),
          e);
    }
  }

  /** An empty one that is in no file. */
  public static StateDatabase inMemory(Kind kind) throws IOException {
    try {
      return connect(":memory:", kind);
    } catch (SQLException e) {
      throw new IOException("empty " + kind.what() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Opens for reading only, as commands do beside a running daemon: nothing is made, repaired or
   * set aside, whatever is wrong with the file.
   *
   * @throws IOException where it cannot be read, or is of another release
   */
  public static StateDatabase reading(Path file, Kind kind) throws IOException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(BUSY_TIMEOUT_MS);
    try {
      Connection connection = config.createConnection("jdbc:sqlite:" + file);
      try (Statement statement = connection.createStatement()) {
        int found = version(statement);
        if (found != kind.version()) {
          throw new SQLException(
              "it has schema %d, this RLTune reads %d; start the daemon of this release once"
                  .formatted(found, kind.version()));
        }
        connection.setAutoCommit(false);
        return new StateDatabase(kind.what() + " " + file, connection);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new IOException(kind.what() + " " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static StateDatabase connect(String file, Kind kind) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=NORMAL");
      statement.execute("PRAGMA busy_timeout=" + BUSY_TIMEOUT_MS);
      int found = version(statement);
      if (found > kind.version()) {
        throw new LaterReleaseException(
            "it has schema %d, this RLTune knows %d".formatted(found, kind.version()));
      }
      kind.tables().prepare(statement, found);
      // Not for nothing: on a full disk that alone would fail.
      if (found != kind.version()) {
        statement.execute("PRAGMA user_version=" + kind.version());
      }
      connection.setAutoCommit(false);
      return new StateDatabase(kind.what() + " " + file, connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static int version(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
      return rows.getInt(1);
    }
  }

  private static boolean isUnusable(SQLException e) {
    return e instanceof LaterReleaseException
        || (e instanceof SQLiteException sqlite
            && (sqlite.getResultCode() == SQLiteErrorCode.SQLITE_NOTADB
                || sqlite.getResultCode() == SQLiteErrorCode.SQLITE_CORRUPT));
  }

  /** The connection; for one thread at a time. */
  public Connection connection() {
    return connection;
  }

  /** Takes back what is not committed, and says which file failed. */
  public IOException failed(SQLException e) {
    try {
      connection.rollback();
    } catch (SQLException rollback) {
      e.addSuppressed(rollback);
    }
    return new IOException(name + ": " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
