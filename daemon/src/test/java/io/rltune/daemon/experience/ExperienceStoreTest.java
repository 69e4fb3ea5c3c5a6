package io.rltune.daemon.experience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.policy.features.FeatureSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperienceStoreTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("experience.db");
  }

  private static QueueState state(long at, String policy, int jobs) {
    long[] ids = new long[jobs];
    float[] rows = new float[jobs * FeatureSchema.WIDTH];
    Random random = new Random(at);
    for (int i = 0; i < jobs; i++) {
      ids[i] = 7_000_000_000L + i;
    }
    for (int i = 0; i < rows.length; i++) {
      rows[i] = random.nextFloat();
    }
    return new QueueState(at, policy, ids, rows);
  }

  private void sql(String text) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  @Test
  void whatIsStoredIsThereAfterARestartToTheBit() throws Exception {
    QueueState state = state(100, "p", 3);
    try (ExperienceStore store = ExperienceStore.open(file())) {
      store.add(state);
    }

    try (ExperienceStore store = ExperienceStore.reading(file())) {
      QueueState read = store.states("p", 0, 1_000, 99).get(0);
      assertThat(read.at()).isEqualTo(100);
      assertThat(read.jobIds()).isEqualTo(state.jobIds());
      assertThat(read.rows()).isEqualTo(state.rows());
      assertThat(store.lastAt()).isEqualTo(100);
    }
  }

  @Test
  void onlyStatesOfTheSpanThePolicyAndTheFeaturesAreRead() throws Exception {
    try (ExperienceStore store = ExperienceStore.open(file())) {
      store.add(state(99, "p", 2));
      store.add(state(100, "p", 2));
      store.add(state(101, "another", 2));
      store.add(state(102, "p", 2));
      store.add(state(103, "p", 2));
      store.add(state(200, "p", 2));
    }
    sql("UPDATE states SET features = 'of another release' WHERE at = 103");

    try (ExperienceStore store = ExperienceStore.reading(file())) {
      assertThat(store.states("p", 100, 200, 99))
          .extracting(QueueState::at)
          .containsExactly(100L, 102L);
    }
  }

  @Test
  void ofTooManyTheLatestAreRead() throws Exception {
    try (ExperienceStore store = ExperienceStore.open(file())) {
      for (long at = 1; at <= 9; at++) {
        store.add(state(at, "p", 4));
      }

      assertThat(store.states("p", 0, 100, 11)).extracting(QueueState::at).containsExactly(8L, 9L);
    }
  }

  @Test
  void oldStatesAndTheOldestBeyondTheSizeAreForgotten() throws Exception {
    try (ExperienceStore store = ExperienceStore.open(file())) {
      for (long at = 1; at <= 9; at++) {
        store.add(state(at, "p", 20));
      }
      int one = state(1, "p", 20).body().length;

      store.prune(3, 1_000_000);
      assertThat(store.states("p", 0, 100, 999)).extracting(QueueState::at).startsWith(3L);

      store.prune(0, 2L * one + one / 2);
      assertThat(store.states("p", 0, 100, 999)).extracting(QueueState::at).containsExactly(8L, 9L);
    }
  }

  @Test
  void theFileIsForItsOwnerAlone() throws Exception {
    try (ExperienceStore store = ExperienceStore.open(file())) {
      store.add(state(1, "p", 2));

      for (String part : new String[] {"", "-wal", "-shm"}) {
        assertThat(Files.getPosixFilePermissions(Path.of(file() + part)))
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  @Test
  void aDamagedFileIsSetAsideByTheDaemonAndLeftByAReader() throws Exception {
    Files.writeString(file(), "no database, but long enough to be read as one ".repeat(20));
    assertThatThrownBy(() -> ExperienceStore.reading(file()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file().toString());

    try (ExperienceStore store = ExperienceStore.open(file())) {
      store.add(state(1, "p", 2));
    }

    assertThat(directory.resolve("experience.db.damaged")).content().startsWith("no database");
  }

  @Test
  void aFileOfALaterReleaseIsSetAsideToo() throws Exception {
    ExperienceStore.open(file()).close();
    sql("PRAGMA user_version=9");
    assertThatThrownBy(() -> ExperienceStore.reading(file())).hasMessageContaining("schema 9");

    ExperienceStore.open(file()).close();

    assertThat(directory.resolve("experience.db.damaged")).exists();
  }

  @Test
  void whereThereIsNoneAReaderMakesNone() {
    assertThatThrownBy(() -> ExperienceStore.reading(file())).isInstanceOf(IOException.class);

    assertThat(file()).doesNotExist();
  }
}
