package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobBuilder;
import io.rltune.model.JobState;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** One node of four GPUs; times are seconds after {@link #T0}. */
final class PlainShadowTest {
  private static final long T0 = 1_000_000;

  private final PlainShadow shadow = new PlainShadow();
  private ToDoubleFunction<Job> expectedRunS = job -> Double.NaN;

  @Test
  void aJobThatRltunePushedBackHasStartedThere() {
    observe(0, pending(1, 0, 4, 100), pending(2, 0, 4, 50));
    assertThat(shadow.startOf(1)).as("submitted first, fits").hasValue(T0);
    assertThat(shadow.startOf(2)).as("would wait behind it").isEmpty();
  }

  @Test
  void aWaitingJobStartsThereWhenTheOneBeforeItEndsByItsTrueRuntime() {
    observe(0, pending(1, 0, 4, 1000), pending(2, 0, 4, 1000));
    observe(10, running(1, 0, 10, 4, 1000), pending(2, 0, 4, 1000));
    observe(40, pending(2, 0, 4, 1000));
    assertThat(shadow.startOf(2)).as("job 1 ran 30 s, so there it ended at 30").hasValue(T0 + 40);
  }

  @Test
  void aJobThatRltuneStartedEarlyStillWaitsThere() {
    observe(0, pending(1, 0, 4, 1000), pending(2, 0, 2, 1000));
    observe(10, pending(1, 0, 4, 1000), running(2, 0, 10, 2, 1000));
    assertThat(shadow.startOf(1)).hasValue(T0);
    assertThat(shadow.startOf(2)).isEmpty();
  }

  @Test
  void nodesAreKeptForTheFirstBlockedJobButShortOnesBackfill() {
    observe(0, running(1, 0, 0, 2, 100));
    observe(
        1,
        running(1, 0, 0, 2, 100),
        pending(2, 1, 4, 1000),
        pending(3, 1, 2, 500),
        pending(4, 1, 2, 90));
    assertThat(shadow.startOf(2)).as("blocked until 100").isEmpty();
    assertThat(shadow.startOf(3)).as("would delay job 2").isEmpty();
    assertThat(shadow.startOf(4)).as("ends before").hasValue(T0 + 1);
  }

  @Test
  void noNodesAreKeptBeyondTheBackfillWindow() {
    shadow.backfillWindowS(60);
    observe(0, running(1, 0, 0, 2, 100));
    observe(1, running(1, 0, 0, 2, 100), pending(2, 1, 4, 1000), pending(3, 1, 2, 500));
    assertThat(shadow.startOf(2)).isEmpty();
    assertThat(shadow.startOf(3)).as("job 2 can start in 99 s at the earliest").hasValue(T0 + 1);
    assertThatThrownBy(() -> shadow.backfillWindowS(-1)).hasMessageContaining("of -1 s");
  }

  @Test
  void aWindowOfNothingKeepsNothing() {
    shadow.backfillWindowS(0);
    observe(0, running(1, 0, 0, 2, 100));
    observe(1, running(1, 0, 0, 2, 100), pending(2, 1, 4, 1000), pending(3, 1, 2, 500));
    assertThat(shadow.startOf(3)).hasValue(T0 + 1);
  }

  @Test
  void aJobThatHasNotEndedRunsThereAsLongAsIsExpected() {
    expectedRunS = job -> 30;
    Job first = pending(1, 0, 4, 1000);
    observe(0, first, pending(2, 0, 4, 1000));
    observe(29, first, pending(2, 0, 4, 1000));
    assertThat(shadow.startOf(2)).isEmpty();
    observe(31, first, pending(2, 0, 4, 1000));
    assertThat(shadow.startOf(2)).as("half its limit is 500 s").hasValue(T0 + 31);
  }

  @Test
  void whatIsExpectedBeyondTheLimitCountsAsTheLimit() {
    expectedRunS = job -> 1e12;
    Job first = pending(1, 0, 4, 100);
    observe(0, first, pending(2, 0, 4, 1000));
    observe(100, first, pending(2, 0, 4, 1000));
    assertThat(shadow.startOf(2)).hasValue(T0 + 100);
  }

  @Test
  void aJobThatRunsInRealityAgesThereAsTheOthersDo() {
    Job endless = running(1, 0, 0, 4, 1000);
    observe(0, endless);
    observe(
        1, endless, waiting(2, 1, 4).priority(10).build(), waiting(3, 1, 4).priority(5).build());
    Job started = waiting(2, 1, 4).priority(10).state(JobState.RUNNING).start(T0 + 2).build();
    observe(2, endless, started.withNodes(List.of("n1")), waiting(3, 1, 4).priority(50).build());
    observe(3, endless, started.withNodes(List.of("n1")), waiting(3, 1, 4).priority(54).build());
    // All that wait have gained 49, so job 2 would have 59; job 1 ends.
    observe(4, started.withNodes(List.of("n1")), waiting(3, 1, 4).priority(54).build());
    assertThat(shadow.startOf(2)).hasValue(T0 + 4);
    assertThat(shadow.startOf(3)).isEmpty();
  }

  @Test
  void whatRanAtTheFirstSightIsTakenAsIs() {
    observe(500, running(7, 0, 100, 4, 1000), pending(8, 400, 1, 10));
    assertThat(shadow.startOf(7)).hasValue(T0 + 100);
    assertThat(shadow.startOf(8)).isEmpty();
  }

  @Test
  void heldJobsWaitForNothingThere() {
    Job held = job(1, 0, 1, 10).state(JobState.PENDING).priority(0).reason("JobHeldUser").build();
    observe(0, held);
    assertThat(shadow.startOf(1)).isEmpty();
  }

  @Test
  void dueIsAMultipleOfTheWaitThereAndAbsentWhileItWouldWaitThere() {
    List<Job> crowd = new ArrayList<>();
    for (int id = 1; id <= 60; id++) {
      crowd.add(pending(id, 0, 4, 100));
    }
    observe(0, crowd.toArray(Job[]::new));
    assertThat(shadow.dueS(3)).as("one wait says nothing about the tail").containsOnlyKeys(1L);
    assertThat(shadow.dueS(3).get(1L)).isInfinite();
    for (int t = 50; t <= 59 * 50; t += 50) {
      observe(t, crowd.toArray(Job[]::new));
    }
    assertThat(shadow.dueS(3)).hasSize(60);
    assertThat(shadow.dueS(3).get(60L)).isEqualTo(3.0 * 59 * 50);
    assertThat(shadow.dueS(3).get(1L)).as("never below the longest waits").isEqualTo(2.0 * 59 * 50);
  }

  @Test
  void aJobThatStillWaitsThereCountsAmongTheLongestWaits() {
    Job passedOver = waiting(1000, 0, 4).priority(1).build();
    Job forNodesThatAreAway = waiting(1001, -5000, 9).build();
    List<Job> crowd = new ArrayList<>(List.of(passedOver, forNodesThatAreAway));
    for (int id = 1; id <= 50; id++) {
      long t = 50L * (id - 1);
      crowd.add(pending(id, t, 4, 100));
      observe(t, crowd.toArray(Job[]::new));
    }
    assertThat(shadow.startOf(1000)).isEmpty();
    assertThat(shadow.startOf(50)).hasValue(T0 + 49 * 50);
    assertThat(shadow.dueS(3).get(50L)).as("no job that started waited").isEqualTo(2.0 * 49 * 50);
  }

  @Test
  void whatIsGoneThereAndHereIsForgotten() {
    observe(0, pending(1, 0, 1, 100), pending(2, 0, 1, 100));
    observe(10, running(1, 0, 5, 1, 100));
    observe(500);
    observe(600);
    assertThat(shadow.startOf(1)).isEqualTo(OptionalLong.empty());
    assertThat(shadow.startOf(2)).as("cancelled while it waited").isEmpty();
  }

  @Test
  void whatTheShadowCannotHoldStartsAsInRealityAndIsForgotten() {
    Job tooLarge = job(1, 0, 9, 100).state(JobState.PENDING).reason("Priority").build();
    observe(0, tooLarge);
    observe(10, running(1, 0, 5, 9, 100));
    assertThat(shadow.startOf(1)).hasValue(T0 + 5);
    observe(200);
    assertThat(shadow.startOf(1)).isEmpty();
  }

  @Test
  void whatStillWaitsThereAWeekAfterItEndedIsForgotten() {
    // Job 1 has no limit and never ends, so job 2, of lower priority there, waits for ever.
    Job endless = running(1, 0, 0, 4, Long.MAX_VALUE / 4);
    observe(0, endless);
    observe(1, endless, pending(2, 1, 1, 100));
    observe(2, endless, running(2, 1, 2, 1, 100));
    for (long t : new long[] {100, 7 * 86_400, 7 * 86_400 + 200}) {
      observe(t, endless);
    }
    assertThat(shadow.jobsFollowed()).as("only the endless one is left").isEqualTo(1);
  }

  private void observe(long t, Job... jobs) {
    Node node =
        new Node(
            "n1",
            new NodeState("IDLE", new TreeSet<>()),
            new TreeMap<>(java.util.Map.of("a100", new GpuCount(4, 0))),
            64,
            0,
            100_000,
            0,
            new TreeSet<>(),
            new TreeSet<>(List.of("gpu")),
            1,
            "",
            new TreeMap<>());
    shadow.observe(
        new ClusterSnapshot(
            T0 + t,
            "test",
            List.of(jobs),
            List.of(node),
            List.of(new Partition("gpu", List.of("n1"))),
            List.of()),
        Job::priority,
        expectedRunS);
  }

  private static Job pending(long id, long submit, int gpus, long limitS) {
    return job(id, submit, gpus, limitS).state(JobState.PENDING).reason("Priority").build();
  }

  private static JobBuilder waiting(long id, long submit, int gpus) {
    return job(id, submit, gpus, 100).state(JobState.PENDING).reason("Priority");
  }

  private static Job running(long id, long submit, long start, int gpus, long limitS) {
    return job(id, submit, gpus, limitS)
        .state(JobState.RUNNING)
        .start(T0 + start)
        .end(T0 + start + limitS)
        .nodes(List.of("n1"))
        .build();
  }

  private static JobBuilder job(long id, long submit, int gpus, long limitS) {
    return Job.builder(id)
        .partitions("gpu")
        .gpus(GpuDemand.untyped(gpus))
        .nodeRange(1, 1)
        .cpus(1)
        .timeLimitS(limitS)
        .submit(T0 + submit)
        .priority(1000);
  }
}
