package io.rltune.policy.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuntimeHistoryTest {
  private static final double HOUR = 3_600;
  private static final double DAY = 24 * HOUR;
  private final RuntimeHistory history = new RuntimeHistory();

  @Test
  void withoutHistoryTheWalltimeIsExpected() {
    RuntimeEstimate estimate = history.estimate("ann", "bio", "train", 4, 7_200, 0);
    assertThat(estimate.meanS()).isEqualTo(7_200, within(1e-6));
    assertThat(estimate.runs()).isZero();
    assertThat(estimate.spread()).isEqualTo(1);
  }

  @Test
  void aJobWithoutALimitCountsAsAWeek() {
    assertThat(estimate("ann", "x", Double.POSITIVE_INFINITY)).isEqualTo(7 * DAY, within(1e-3));
  }

  @Test
  void runsOfTheSameScriptSettleTheEstimate() {
    double last = estimate("ann", "train_17", DAY);
    for (int run = 0; run < 20; run++) {
      add("ann", "train_" + run, DAY, 600, run);
      double next = estimate("ann", "train_99", DAY);
      assertThat(next).isLessThan(last + 1e-9);
      last = next;
    }
    assertThat(last).isBetween(600.0, 1_000.0);
    assertThat(history.estimate("ann", "acc", "train_1", 1, DAY, 20).runs()).isGreaterThan(19);
  }

  @Test
  void aFewOutliersDoNotMoveIt() {
    for (int run = 0; run < 20; run++) {
      add("ann", "train", DAY, run % 7 == 0 ? DAY : 600, run);
    }
    RuntimeEstimate estimate = history.estimate("ann", "acc", "train", 1, DAY, 20);
    assertThat(estimate.medianS()).isLessThan(1_200);
    // The mean is what it is: one run in seven is a day.
    assertThat(estimate.meanS()).isGreaterThan(3 * HOUR);
  }

  @Test
  void otherUsersTellOnlyWhatShareOfTheWalltimeIsUsed() {
    for (int run = 0; run < 40; run++) {
      add("ann", "a", 10 * HOUR, HOUR, run);
    }
    assertThat(estimate("bob", "b", 20 * HOUR)).isBetween(2 * HOUR, 2.5 * HOUR);
  }

  @Test
  void oldHabitsAreForgotten() {
    for (int run = 0; run < 10; run++) {
      add("ann", "train", DAY, 10 * HOUR, run);
    }
    for (int run = 0; run < 6; run++) {
      add("ann", "train", DAY, 600, 60 * DAY + run);
    }
    assertThat(history.estimate("ann", "acc", "train", 1, DAY, 61 * DAY).medianS())
        .isLessThan(2_000);
  }

  @Test
  void whereRuntimesFollowTheWalltimeTheShareCounts() {
    for (int run = 0; run < 24; run++) {
      double walltime = (1 + run % 6) * HOUR;
      add("ann", "train", walltime, walltime / 4, run);
    }
    assertThat(estimate("ann", "train", 20 * HOUR)).isBetween(4.5 * HOUR, 5.5 * HOUR);
  }

  @Test
  void whereTheyDoNotRuntimesCountAsTheyAre() {
    for (int run = 0; run < 24; run++) {
      add("ann", "train", (1 + run % 6) * HOUR, 900, run);
    }
    assertThat(estimate("ann", "train", 20 * HOUR)).isBetween(850.0, 1_100.0);
  }

  @Test
  void aUserWhoRunsLikeAllOthersIsExpectedLikeAllOthers() {
    double[] shares = {0.1, 0.9, 0.3, 0.6};
    for (int run = 0; run < 200; run++) {
      add("user" + run % 5, "job" + run % 5, DAY, shares[run % 4] * DAY, run);
    }
    double usual = estimate("new", "", DAY);
    assertThat(estimate("user3", "job3", DAY)).isCloseTo(usual, within(0.05 * usual));
  }

  @Test
  void theFirstOfABurstToEndAreNotTheRule() {
    List<RunRequest> burst = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      burst.add(new RunRequest("ann", "acc", "sweep-" + i, 1, DAY));
      history.began(burst.get(i), 0);
    }
    RuntimeHistory unaware = new RuntimeHistory();
    for (int i = 0; i < 3; i++) {
      FinishedRun run = new FinishedRun("ann", "acc", "sweep-" + i, 1, DAY, 600 + i, 600 + i);
      history.left(burst.get(i), 0);
      history.add(run);
      unaware.add(run);
    }
    double aware = history.estimate("ann", "acc", "sweep-50", 1, DAY, 700).meanS();
    assertThat(aware).isGreaterThan(8 * HOUR);
    assertThat(unaware.estimate("ann", "acc", "sweep-50", 1, DAY, 700).meanS()).isLessThan(HOUR);
    for (int i = 3; i < 20; i++) {
      history.left(burst.get(i), 0);
      history.add(new FinishedRun("ann", "acc", "sweep-" + i, 1, DAY, 650, 800));
    }
    assertThat(history.estimate("ann", "acc", "sweep-50", 1, DAY, 900).meanS())
        .isBetween(600.0, 1_000.0);
  }

  private static RunRequest submitted(String name, double submitS) {
    return new RunRequest("ann", "acc", name, 1, DAY, submitS);
  }

  private void ran(String name, double submitS, double startS, double runtimeS) {
    history.began(submitted(name, submitS), startS);
    history.left(submitted(name, submitS), startS);
    history.add(new FinishedRun("ann", "acc", name, 1, DAY, runtimeS, startS + runtimeS, submitS));
  }

  private double meanS(RunRequest request, double nowS) {
    return history.expect(request).at(nowS).meanS();
  }

  @Test
  void jobsSubmittedTogetherRunAlikeWhateverEarlierOnesDid() {
    for (int run = 0; run < 100; run++) {
      ran("train", 2 * HOUR * run, 2 * HOUR * run, HOUR);
    }
    double nowS = 300 * HOUR;
    double usual = meanS(submitted("train", nowS), nowS);
    assertThat(usual).isCloseTo(HOUR, within(0.1 * HOUR));
    for (int crash = 0; crash < 3; crash++) {
      ran("train", nowS, nowS, 30);
    }
    assertThat(meanS(submitted("train", nowS), nowS + 60)).isLessThan(0.25 * HOUR);
    assertThat(meanS(submitted("train", nowS + 2 * HOUR), nowS + 2 * HOUR))
        .isGreaterThan(0.8 * HOUR);
  }

  @Test
  void aLongRunLengthensTheRestOfItsBurstBeforeItEnds() {
    ran("train", -5 * HOUR, -5 * HOUR, 600);
    RunRequest request = submitted("train", 0);
    double alone = meanS(request, 10 * HOUR);
    history.began(request, 0);
    Expectation waiting = history.expect(request);
    double soon = waiting.at(60).meanS();
    assertThat(waiting.at(10 * HOUR).meanS()).isGreaterThan(soon + 5 * HOUR);
    history.left(request, 0);
    assertThat(waiting.at(10 * HOUR).meanS()).isCloseTo(alone, within(1.0));
  }

  @Test
  void aNameThatIsKnownIsNotTakenForTheOthersOfItsBurst() {
    ran("long", -9 * HOUR, -9 * HOUR, 8 * HOUR);
    for (int i = 0; i < 9; i++) {
      ran("test", 0, 0, 20);
    }
    assertThat(meanS(submitted("long", 0), 60)).isGreaterThan(HOUR);
    assertThat(meanS(submitted("f3a9c1", 0), 60)).isLessThan(HOUR);
  }

  @Test
  void whereJobsSubmittedTogetherDoNotRunAlikeTheySayLittle() {
    for (int run = 0; run < 400; run++) {
      // Every other job of an hour crashes.
      ran("train", run / 4 * HOUR, run / 4 * HOUR, run % 2 == 0 ? 60 : 5 * HOUR);
    }
    double nowS = 500 * HOUR;
    double usual = meanS(submitted("train", nowS), nowS);
    ran("train", nowS, nowS, 60);
    assertThat(meanS(submitted("train", nowS), nowS + 60)).isGreaterThan(0.5 * usual);
  }

  @Test
  void aStartThatIsNoNumberIsRefusedBeforeItSpreads() {
    assertThatThrownBy(() -> history.began(submitted("train", 0), Double.NaN))
        .hasMessageContaining("start NaN");
  }

  @Test
  void moreThatLeaveThanBeganDoNoHarm() {
    RunRequest request = new RunRequest("ann", "acc", "train", 1, DAY);
    history.left(request, 0);
    history.began(request, 0);
    assertThat(estimate("ann", "train", DAY)).isEqualTo(DAY, within(1e-6));
  }

  @Test
  void neverMoreThanTheWalltime() {
    for (int run = 0; run < 10; run++) {
      add("ann", "train", DAY, 10 * HOUR, run);
    }
    assertThat(estimate("ann", "train", HOUR)).isEqualTo(HOUR, within(1e-6));
  }

  @Test
  void recentSharesAreOfGpuTimeAndDecay() {
    history.add(new FinishedRun("ann", "bio", "x", 4, DAY, HOUR, 0));
    history.add(new FinishedRun("bob", "phy", "x", 4, DAY, HOUR, 0));
    assertThat(history.userShare("ann")).isEqualTo(0.5, within(1e-9));
    history.add(new FinishedRun("bob", "phy", "x", 4, DAY, HOUR, 14 * DAY));
    // Ann's hour counts half: 0.5 of 0.5 + 0.5 + 1.
    assertThat(history.accountShare("bio")).isEqualTo(0.25, within(1e-9));
    assertThat(history.userShare("nobody")).isZero();
    history.add(new FinishedRun("bob", "phy", "x", 4, DAY, HOUR, 900 * 14 * DAY));
    assertThat(history.userShare("bob")).isEqualTo(1, within(1e-9));
  }

  @Test
  void impossibleRunsAreRefused() {
    assertThatThrownBy(() -> new FinishedRun("ann", "", "", 1, 60, -1, 0))
        .hasMessageContaining("runtime -1.0 s");
    assertThatThrownBy(() -> new FinishedRun("ann", "", "", 1, 60, Double.NaN, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void add(String user, String name, double walltimeS, double runtimeS, double endS) {
    history.add(new FinishedRun(user, "acc", name, 1, walltimeS, runtimeS, endS));
  }

  private double estimate(String user, String name, double walltimeS) {
    return history.estimate(user, "acc", name, 1, walltimeS, 20).meanS();
  }
}
