package io.rltune.daemon.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.daemon.history.JobRun.Standing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("history.db");
  }

  /** A job of alice's that was submitted at 100 and waited from there. */
  private static JobRun run(long id, long submit, String name, long started, long ended) {
    return new JobRun(
        id,
        submit,
        name,
        JobRun.stemOf(name),
        "alice",
        "ml",
        "normal",
        "gpu",
        2,
        "a100",
        3600,
        submit,
        submit,
        0,
        0,
        started,
        ended,
        0,
        "shadow",
        false,
        new Standing(3, 9, "waits", "", "Priority"),
        List.of("n1", "n2"),
        new JobRun.Size(1, 16, 64_000));
  }

  private static CyclePoint point(long at) {
    return new CyclePoint(at, "shadow", 5, 2, 1, 32, 20, 60, 120, 0);
  }

  @Test
  void whatIsStoredIsThereAfterARestart() throws Exception {
    JobRun job = run(7, 100, "train-1", 200, 900);
    try (History history = History.open(file())) {
      history.store(List.of(job), Optional.of(point(130)));
    }

    try (History history = History.open(file())) {
      assertThat(history.ofJob(7)).containsExactly(job);
      assertThat(history.points(0, 1000)).containsExactly(point(130));
    }
  }

  @Test
  void aJobIdThatComesRoundAgainIsAnotherLife() throws Exception {
    try (History history = History.open(file())) {
      history.store(
          List.of(run(7, 100, "old", 200, 300), run(7, 5000, "new", 0, 0)), Optional.empty());

      assertThat(history.ofJob(7)).extracting(JobRun::name).containsExactly("new", "old");
    }
  }

  @Test
  void onlyJobsThatHaveNotEndedAreOpen() throws Exception {
    try (History history = History.open(file())) {
      history.store(
          List.of(run(1, 100, "ended", 200, 300), run(2, 100, "runs", 200, 0)), Optional.empty());

      assertThat(history.open()).extracting(JobRun::jobId).containsExactly(2L);
    }
  }

  @Test
  void startedJobsAreOfTheSpanOnly() throws Exception {
    try (History history = History.open(file())) {
      history.store(
          List.of(
              run(1, 0, "before", 99, 0), run(2, 0, "first", 100, 0), run(3, 0, "after", 200, 0)),
          Optional.empty());

      assertThat(history.started(100, 200)).extracting(JobRun::jobId).containsExactly(2L);
    }
  }

  @Test
  void kinAreTheLastEndedRunsOfTheSameSweep() throws Exception {
    try (History history = History.open(file())) {
      history.store(
          List.of(
              run(1, 0, "train-1", 10, 50),
              run(2, 0, "train-22", 10, 90),
              run(3, 0, "train-3", 10, 0),
              run(4, 0, "test-4", 10, 99)),
          Optional.empty());

      assertThat(history.kin("alice", "train-#", 2, 10))
          .extracting(JobRun::jobId)
          .containsExactly(2L, 1L);
      assertThat(history.kin("alice", "train-#", 2, 1)).hasSize(1);
      assertThat(history.kin("bob", "train-#", 2, 10)).isEmpty();
    }
  }

  @Test
  void oldJobsAndTheOldestBeyondTheMostAreForgottenButNoneThatStillRuns() throws Exception {
    try (History history = History.open(file())) {
      history.store(
          List.of(
              run(1, 0, "old", 1, 10),
              run(2, 0, "third", 1, 100),
              run(3, 0, "second", 1, 200),
              run(4, 0, "first", 1, 300),
              run(5, 0, "runs", 1, 0)),
          Optional.of(point(10)));

      history.prune(50, 2);

      assertThat(history.lastEnded("", 10)).extracting(JobRun::jobId).containsExactly(4L, 3L);
      assertThat(history.open()).extracting(JobRun::jobId).containsExactly(5L);
      assertThat(history.points(0, 1000)).isEmpty();
    }
  }

  @Test
  void aDamagedFileIsSetAsideByTheDaemon() throws Exception {
    Files.writeString(file(), "no database, but long enough to be read as one ".repeat(20));

    try (History history = History.open(file())) {
      assertThat(history.open()).isEmpty();
    }

    assertThat(directory.resolve("history.db.damaged")).content().startsWith("no database");
  }

  @Test
  void aReaderLeavesADamagedFileWhereItIs() throws Exception {
    byte[] damaged = "no database, but long enough ".repeat(40).getBytes(StandardCharsets.UTF_8);
    Files.write(file(), damaged);

    assertThatThrownBy(() -> History.reading(file()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file().toString());

    assertThat(Files.readAllBytes(file())).isEqualTo(damaged);
    assertThat(directory.resolve("history.db.damaged")).doesNotExist();
  }

  @Test
  void aReaderSeesWhatTheDaemonHasJustStoredAndCannotWrite() throws Exception {
    try (History daemon = History.open(file())) {
      daemon.store(List.of(run(1, 0, "a", 1, 0)), Optional.empty());

      try (History reader = History.reading(file())) {
        assertThat(reader.open()).hasSize(1);
        assertThatThrownBy(() -> reader.store(List.of(run(2, 0, "b", 1, 0)), Optional.empty()))
            .hasMessageContaining("readonly");
      }
      daemon.store(List.of(run(3, 0, "c", 1, 0)), Optional.empty());
      assertThat(daemon.open()).hasSize(2);
    }
  }

  @Test
  void aReaderReadsAfterTheDaemonHasStopped() throws Exception {
    try (History daemon = History.open(file())) {
      daemon.store(List.of(run(1, 0, "a", 1, 0)), Optional.empty());
    }

    try (History reader = History.reading(file())) {
      assertThat(reader.open()).hasSize(1);
    }
  }

  @Test
  void aFileOfTheFirstReleaseIsBroughtUpToDateByTheDaemonOnly() throws Exception {
    try (History history = History.open(file())) {
      history.store(List.of(run(1, 0, "kept", 1, 9)), Optional.empty());
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      for (String column : List.of("plain_start", "nodes", "cpus", "mem_mb")) {
        statement.execute("ALTER TABLE jobs DROP COLUMN " + column);
      }
      statement.execute("PRAGMA user_version=1");
    }

    assertThatThrownBy(() -> History.reading(file())).hasMessageContaining("schema 1");
    assertThat(History.upgrade(file())).isTrue();
    assertThat(History.upgrade(file())).isFalse();
    try (History history = History.reading(file())) {
      assertThat(history.ofJob(1)).extracting(JobRun::plainStart).containsExactly(0L);
      assertThat(history.ofJob(1)).extracting(JobRun::size).containsExactly(JobRun.Size.UNKNOWN);
    }
  }

  @Test
  void accountingTellsOfWhatTheDaemonMissedAndChangesNothingThatItSaw() throws Exception {
    try (History history = History.open(file())) {
      JobRun seen = run(1, 0, "seen", 100, 900);
      JobRun stillOpen = run(2, 0, "open", 100, 0);
      history.store(List.of(seen, stillOpen), Optional.empty());

      int learnt =
          history.learn(
              List.of(
                  run(1, 0, "seen", 100, 905),
                  run(2, 0, "open", 100, 500),
                  run(3, 0, "new", 50, 60)));

      assertThat(learnt).isEqualTo(2);
      assertThat(history.ofJob(1)).containsExactly(seen);
      assertThat(history.ofJob(2)).extracting(JobRun::ended).containsExactly(500L);
      assertThat(history.lastEnded("", 10)).extracting(JobRun::jobId).containsExactly(1L, 2L, 3L);
      assertThat(history.learn(List.of(run(3, 0, "new", 50, 60)))).isZero();
    }
  }

  @Test
  void withoutAFileThereIsNothingToReadAndNothingIsMade() throws Exception {
    try (History history = History.readingIfThere(file())) {
      assertThat(history.open()).isEmpty();
    }

    assertThat(file()).doesNotExist();
  }

  @Test
  void runtimesAreKnownOnlyWhereTheDaemonSawTheEnd() {
    JobRun seen = run(1, 0, "a", 100, 4100);

    assertThat(seen.runtimeIsKnown()).isTrue();
    assertThat(seen.runtimeS()).isEqualTo(4000);
    assertThat(run(1, 0, "a", 100, 0).runtimeIsKnown()).isFalse();
    assertThat(run(1, 0, "a", 0, 4100).runtimeIsKnown()).isFalse();
  }
}
