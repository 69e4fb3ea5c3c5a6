package io.rltune.daemon.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class StateDatabaseTest {
  @TempDir private Path directory;
  private Path file;
  private Path aside;

  @BeforeEach
  void name() {
    file = directory.resolve("notes.db");
    aside = directory.resolve("notes.db.damaged");
  }

  private static StateDatabase.Kind kind(int version, StateDatabase.Tables tables) {
    return new StateDatabase.Kind("notes", "rw-r-----", version, tables);
  }

  private static StateDatabase.Kind notes(int version) {
    return kind(
        version,
        (statement, found) -> statement.execute("CREATE TABLE IF NOT EXISTS notes (text TEXT)"));
  }

  private void write(String text) throws IOException, SQLException {
    try (StateDatabase database = StateDatabase.open(file, notes(2));
        Statement statement = database.connection().createStatement()) {
      statement.execute("INSERT INTO notes VALUES ('" + text + "')");
      database.connection().commit();
    }
  }

  private String read() throws IOException, SQLException {
    try (StateDatabase database = StateDatabase.reading(file, notes(2));
        Statement statement = database.connection().createStatement()) {
      return statement.executeQuery("SELECT text FROM notes").getString(1);
    }
  }

  @Test
  void whatWasWrittenIsReadInItsRights() throws Exception {
    write("kept");

    assertThat(read()).isEqualTo("kept");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
  }

  @Test
  void aFullDiskIsNoDamage() throws Exception {
    write("kept");
    StateDatabase.Kind full =
        kind(
            2,
            (statement, found) -> {
              throw new SQLiteException("disk is full", SQLiteErrorCode.SQLITE_FULL);
            });

    assertThatThrownBy(() -> StateDatabase.open(file, full))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("notes " + file)
        .hasMessageContaining("disk is full");

    assertThat(aside).doesNotExist();
    assertThat(read()).isEqualTo("kept");
  }

  @Test
  void whatCannotBeOpenedStaysWhereItIs() throws Exception {
    Files.createDirectory(file);

    assertThatThrownBy(() -> StateDatabase.open(file, notes(2))).isInstanceOf(IOException.class);

    assertThat(file).isDirectory();
    assertThat(aside).doesNotExist();
  }

  @Test
  void whatCannotBeMadeIsNamed() {
    Path nowhere = directory.resolve("nowhere/notes.db");

    assertThatThrownBy(() -> StateDatabase.open(nowhere, notes(2)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("notes " + nowhere + " cannot be made (NoSuchFileException)");
  }

  @Test
  void aFileOfALaterReleaseIsSetAsideWithWhatIsInIt() throws Exception {
    StateDatabase.open(file, notes(3)).close();

    assertThatThrownBy(this::read)
        .hasMessageContaining("it has schema 3, this RLTune reads 2; start the daemon");
    write("new");

    assertThat(aside).exists();
    assertThat(read()).isEqualTo("new");
  }

  @Test
  void anEarlierOneIsBroughtUpToDate() throws Exception {
    StateDatabase.open(file, notes(1)).close();
    int[] seen = {-1};

    StateDatabase.open(
            file,
            kind(
                2,
                (statement, found) -> {
                  seen[0] = found;
                  statement.execute("INSERT INTO notes VALUES ('upgraded')");
                }))
        .close();

    assertThat(seen[0]).isEqualTo(1);
    assertThat(read()).isEqualTo("upgraded");
    assertThat(aside).doesNotExist();
  }

  @Test
  void aNewOneInThePlaceOfADamagedOneHasItsRightsToo() throws Exception {
    Files.writeString(file, "no database, but long enough to be read as one ".repeat(20));

    write("new");

    assertThat(aside).content().startsWith("no database");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
  }
}
