package io.rltune.daemon.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.history.JobRun.Standing;
import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.RuntimeHistory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastRunsTest {
  private static final long HOUR = 3_600;

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("history.db");
  }

  private static JobRun run(long id, long limitS, long started, long ended, long slackS) {
    return new JobRun(
        id,
        100,
        "train-" + id,
        "train-#",
        "alice",
        "ml",
        "normal",
        "gpu",
        2,
        "a100",
        limitS,
        100,
        100,
        0,
        0,
        started,
        ended,
        slackS,
        "shadow",
        false,
        new Standing(3, 9, "waits", "", "Priority"),
        List.of("n1"),
        new JobRun.Size(1, 16, 64_000));
  }

  @Test
  void aDaemonThatStartsKnowsWhatTheOneBeforeItSaw() throws Exception {
    List<JobRun> runs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      runs.add(run(i, 10 * HOUR, 200 + i, 200 + i + 900, 0));
    }
    try (History history = History.open(file())) {
      history.store(runs, Optional.empty());
    }

    List<FinishedRun> past = PastRuns.atStart(file());

    assertThat(past).extracting(FinishedRun::endS).isSorted().hasSize(40);
    RuntimeHistory runtimes = new RuntimeHistory();
    past.forEach(runtimes::add);
    assertThat(runtimes.estimate("alice", "ml", "train-77", 2, 10 * HOUR, 2_000).expectedS())
        .isBetween(800.0, 1_200.0);
  }

  @Test
  void runsWithoutALimitCountAsUnlimitedAndUncertainOnesNotAtAll() throws Exception {
    try (History history = History.open(file())) {
      history.store(
          List.of(
              run(1, Long.MAX_VALUE, 200, 900, 0),
              run(2, HOUR, 200, 900, 700),
              run(3, HOUR, 200, 0, 0)),
          Optional.empty());
      assertThat(PastRuns.of(history, 10))
          .singleElement()
          .satisfies(only -> assertThat(only.walltimeS()).isInfinite());
    }
  }

  @Test
  void aMissingOrDamagedFileCostsWhatWasLearntAndNotTheStart() throws Exception {
    assertThat(PastRuns.atStart(file())).isEmpty();
    Files.writeString(file(), "not a database, but long enough to look at", StandardCharsets.UTF_8);
    assertThat(PastRuns.atStart(file())).isEmpty();
    assertThat(Files.readString(file())).startsWith("not a database");
  }
}
