package io.rltune.daemon.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.history.JobRun.Size;
import io.rltune.daemon.history.JobRun.Standing;
import io.rltune.policy.NetworkScorer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyWatchTest {
  private static final long SINCE = 10_000_000;
  private static final long HOUR = 3_600;

  @TempDir private Path directory;

  private History history;
  private TunedPolicies tuned;
  private final List<String> told = new ArrayList<>();
  private int changes;
  private long now = SINCE;
  private long nextId = 1;

  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return Instant.ofEpochSecond(now);
        }
      };

  @BeforeEach
  void open() throws Exception {
    history = History.open(directory.resolve("history.db"));
    tuned = new TunedPolicies(directory);
  }

  @AfterEach
  void close() throws Exception {
    history.close();
  }

  private LivePolicy promote() throws Exception {
    Path candidate = directory.resolve("candidate.zip");
    Files.write(candidate, NetworkScorer.shippedFile());
    return tuned.promote(candidate, "base", "accepted", SINCE);
  }

  private PolicyWatch watch() throws Exception {
    return new PolicyWatch(
        tuned,
        history,
        clock,
        Runnable::run,
        () -> changes++,
        new PolicyWatch.PolicyNotes() {
          @Override
          public void inForce(String text, double ratio) {
            told.add(text);
          }

          @Override
          public void takenBack(String why) {
            told.add(why);
          }
        });
  }

  /** A cycle of the daemon, after which the watch looks. */
  private static void look(PolicyWatch watch) {
    watch.cycle(null, null);
  }

  /** Jobs that started one after the other from a time on. */
  private void jobs(long from, int count, long waitS, long plainS, String mode) throws Exception {
    List<JobRun> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long started = from + 60L * i;
      // Some wait more, some less.
      long spread = 50 + 100L * (i % 7) / 6;
      runs.add(run(started, waitS * spread / 100, plainS * spread / 100, mode));
    }
    history.store(runs, Optional.empty());
  }

  private JobRun run(long started, long waitS, long plainS, String mode) {
    long eligible = started - waitS;
    return new JobRun(
        nextId++,
        eligible,
        "n",
        "n",
        "alice",
        "ml",
        "normal",
        "gpu",
        1,
        "",
        HOUR,
        eligible,
        eligible,
        started,
        eligible + plainS,
        started,
        started == 0 ? 0 : started + 600,
        0,
        mode,
        true,
        new Standing(1, 9, "starts_now", "", ""),
        List.of(),
        Size.UNKNOWN);
  }

  @Test
  void aPolicyUnderWhichJobsWaitLongerIsTakenBackAndTheDaemonTold() throws Exception {
    LivePolicy live = promote();
    jobs(SINCE - 40 * HOUR, 600, 1_000, 2_000, "enforce");
    jobs(SINCE, 300, 1_900, 2_000, "enforce");
    PolicyWatch watch = watch();
    now = SINCE + 6 * HOUR;

    look(watch);

    assertThat(tuned.live()).isEmpty();
    assertThat(changes).isEqualTo(1);
    assertThat(told).first().asString().startsWith(live.name() + " taken back: waits got worse");
    assertThat(tuned.history()).anyMatch(line -> line.contains("taken back " + live.name()));
  }

  @Test
  void aPolicyUnderWhichTheyWaitLessStaysAndIsShown() throws Exception {
    LivePolicy live = promote();
    jobs(SINCE - 40 * HOUR, 600, 1_000, 2_000, "enforce");
    jobs(SINCE, 300, 800, 2_000, "enforce");
    PolicyWatch watch = watch();
    now = SINCE + 6 * HOUR;

    look(watch);

    assertThat(tuned.live()).contains(live);
    assertThat(changes).isZero();
    assertThat(told)
        .last()
        .asString()
        .contains("tuned " + live.name(), "over 300 jobs", "over 600 before");
  }

  @Test
  void jobsThatWaitStillCountAgainstIt() throws Exception {
    promote();
    jobs(SINCE - 40 * HOUR, 600, 1_000, 2_000, "enforce");
    jobs(SINCE, 200, 1_000, 2_000, "enforce");
    // Plain Slurm would have started them long ago.
    List<JobRun> starved = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      starved.add(run(0, -SINCE, 2_000, ""));
    }
    history.store(starved, Optional.empty());
    PolicyWatch watch = watch();
    now = SINCE + 6 * HOUR;

    look(watch);

    assertThat(tuned.live()).isEmpty();
  }

  @Test
  void inShadowModeWaitsSayNothingOfThePolicy() throws Exception {
    LivePolicy live = promote();
    jobs(SINCE - 40 * HOUR, 600, 1_000, 2_000, "shadow");
    jobs(SINCE, 300, 9_000, 2_000, "shadow");
    PolicyWatch watch = watch();
    now = SINCE + 6 * HOUR;

    look(watch);

    assertThat(tuned.live()).contains(live);
    assertThat(told).last().asString().contains("0 jobs so far");
  }

  @Test
  void aPolicyPutInForceByACommandIsNoticed() throws Exception {
    PolicyWatch watch = watch();
    look(watch);
    assertThat(changes).isZero();

    promote();
    look(watch);
    look(watch);

    assertThat(changes).isEqualTo(1);
  }

  @Test
  void itJudgesEveryFiveMinutesAndNotEachCycle() throws Exception {
    promote();
    PolicyWatch watch = watch();
    look(watch);
    int before = told.size();

    now += 299;
    look(watch);
    assertThat(told).hasSize(before);
    now += 1;
    look(watch);
    assertThat(told).hasSize(before + 1);
  }

  @Test
  void damageIsSaidAndStopsNothing() throws Exception {
    promote();
    PolicyWatch watch = watch();
    Files.writeString(tuned.directory().resolve("live.json"), "{");

    look(watch);
    look(watch);

    assertThat(changes).isZero();
  }
}
