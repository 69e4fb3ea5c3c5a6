package io.rltune.daemon.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.daemon.history.CyclePoint;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PastImportTest {
  private static final long DAY = 86_400;
  private static final long NOW = 100 * DAY;

  /** Notes what is asked, and tells of one run a day, in its last hour. */
  private static final String A_RUN_A_DAY =
      "echo $from $to >> %s; row $((to / 3600)) alice 100 $((to - 900)) $((to - 100)) train-1";

  @TempDir private Path directory;
  private History history;
  private Path asked;

  @BeforeEach
  void open() throws Exception {
    history = History.open(directory.resolve("history.db"));
    asked = directory.resolve("asked");
  }

  @AfterEach
  void close() throws Exception {
    history.close();
  }

  private PastImport past(long now, int days, String body) throws Exception {
    return new PastImport(
        history,
        FakeSacct.of(directory, Duration.ofSeconds(30), body),
        Duration.ofDays(days),
        Clock.fixed(Instant.ofEpochSecond(now), ZoneOffset.UTC),
        "rltune");
  }

  private PastImport aRunADay(long now, int days) throws Exception {
    return past(now, days, A_RUN_A_DAY.formatted(asked));
  }

  @Test
  void anEmptyHistoryLearnsTheDaysAskedForTheLatestFirst() throws Exception {
    assertThat(aRunADay(NOW, 3).run()).isEqualTo(3);

    assertThat(Files.readAllLines(asked))
        .containsExactly(
            NOW - DAY + " " + NOW,
            NOW - 2 * DAY + " " + (NOW - DAY),
            NOW - 3 * DAY + " " + (NOW - 2 * DAY));
    assertThat(history.lastEnded("", 10))
        .extracting(JobRun::ended)
        .containsExactly(NOW - 100, NOW - DAY - 100, NOW - 2 * DAY - 100);
  }

  @Test
  void theNextStartAsksOnlyForTheTimeInWhichNoDaemonWasThere() throws Exception {
    aRunADay(NOW, 3).run();
    history.store(
        List.of(), Optional.of(new CyclePoint(NOW + DAY, "shadow", 0, 0, 0, 0, 0, 0, 0, 0)));
    Files.delete(asked);

    assertThat(aRunADay(NOW + DAY + 7_200, 3).run()).isEqualTo(1);

    assertThat(Files.readAllLines(asked)).containsExactly((NOW + DAY) + " " + (NOW + DAY + 7_200));
  }

  @Test
  void aShortPauseIsNotWorthAQuestion() throws Exception {
    aRunADay(NOW, 3).run();
    Files.delete(asked);

    assertThat(aRunADay(NOW + 200, 3).run()).isZero();

    assertThat(asked).doesNotExist();
  }

  @Test
  void afterAFailureAllIsAskedAgainAndNothingIsCountedTwice() throws Exception {
    String failsOnTheSecondDay =
        A_RUN_A_DAY.formatted(asked) + "; [ $to = " + NOW + " ] || { echo gone >&2; exit 1; }";
    PastImport broken = past(NOW, 3, failsOnTheSecondDay);
    assertThatThrownBy(broken::run).hasMessageContaining("gone");
    Files.delete(asked);

    assertThat(aRunADay(NOW, 3).run()).isEqualTo(2);

    assertThat(Files.readAllLines(asked)).hasSize(3);
    assertThat(history.lastEnded("", 10)).hasSize(3);
  }
}
