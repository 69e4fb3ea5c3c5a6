package io.rltune.sim.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.rltune.model.ClusterSnapshot;
import io.rltune.policy.features.FeatureExtractor;
import io.rltune.policy.features.QueueView;
import io.rltune.policy.features.SnapshotQueueView;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.engine.Discipline;
import io.rltune.sim.engine.QueueOrder;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.engine.SlurmParams;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SteppedReplayTest {
  private static final ClusterSpec CLUSTER = DemoCluster.spec();
  private static final List<WorkloadJob> JOBS =
      BurstyWorkload.generate(
          BurstySpec.demo(DemoCluster.capacity(CLUSTER)).withJobs(400).withOfferedLoad(2), 11);

  private static SteppedReplay replay() {
    return new SteppedReplay(CLUSTER, JOBS, 1000, SteppedReplay.JobListener.NONE);
  }

  @Test
  void theOrderOfSubmissionByEasyIsFcfsEasy() {
    SteppedReplay replay = replay();
    int[] inOrder = IntStream.range(0, 1000).toArray();
    while (replay.next()) {
      replay.startInOrder(inOrder, replay.view().jobCount());
    }
    ReplayResult easy =
        Replay.run(
            CLUSTER,
            JOBS,
            ReplayPolicies.byName("fcfs-easy", ReplayContext.DEFAULT),
            ReplayOptions.defaults(),
            ReplayProgress.NONE);
    assertThat(replay.result("stepped").finishedJobs()).isEqualTo(easy.finishedJobs());
  }

  @Test
  void picksStartWhatFitsAndLeaveTheViewAlone() {
    SteppedReplay replay = replay();
    int picks = 0;
    int refused = 0;
    while (replay.next()) {
      QueueView view = replay.view();
      int count = view.jobCount();
      for (int i = count - 1; i >= 0; i--) {
        boolean fits = replay.fits(i);
        assertThat(replay.start(i)).isEqualTo(fits);
        assertThat(replay.isWaiting(i)).isEqualTo(!fits);
        picks += fits ? 1 : 0;
        refused += fits ? 0 : 1;
      }
      assertThat(view.jobCount()).isEqualTo(count);
    }
    assertThat(picks).isEqualTo(JOBS.size());
    assertThat(refused).isPositive();
    assertThat(replay.decisions()).isEqualTo(JOBS.size());
  }

  @Test
  void onlySoManyJobsAreShownInOrderOfSubmission() {
    SteppedReplay replay = new SteppedReplay(CLUSTER, JOBS, 8, SteppedReplay.JobListener.NONE);
    int[] inOrder = IntStream.range(0, 8).toArray();
    int hidden = 0;
    while (replay.next()) {
      int count = replay.view().jobCount();
      assertThat(count).isBetween(1, 8);
      hidden += replay.waitingCount() > count ? 1 : 0;
      for (int i = 1; i < count; i++) {
        assertThat(replay.request(i).submitS())
            .isGreaterThanOrEqualTo(replay.request(i - 1).submitS());
      }
      replay.startInOrder(inOrder, count);
    }
    assertThat(hidden).isPositive();
    assertThat(replay.decisions()).isEqualTo(JOBS.size());
  }

  @Test
  void aHeldOrderIsCarriedOutWithoutAsking() {
    SteppedReplay always = replay();
    SteppedReplay held =
        new SteppedReplay(CLUSTER, JOBS, 1000, 600, SteppedReplay.JobListener.NONE);
    int[] inOrder = IntStream.range(0, 1000).toArray();
    int asked = 0;
    int askedHeld = 0;
    while (always.next()) {
      asked++;
      always.startInOrder(inOrder, always.view().jobCount());
    }
    double lastS = Double.NEGATIVE_INFINITY;
    while (held.next()) {
      askedHeld++;
      assertThat(held.nowS() - lastS).isGreaterThanOrEqualTo(600);
      lastS = held.nowS();
      held.startInOrder(inOrder, held.view().jobCount());
    }
    assertThat(askedHeld).isLessThan(asked / 2);
    // Submission is an order that no newcomer changes.
    assertThat(held.result("held").finishedJobs())
        .isEqualTo(always.result("always").finishedJobs());
  }

  @Test
  void everyStartIsToldOnceAndThenEveryEnd() {
    Told told = new Told();
    SteppedReplay replay = new SteppedReplay(CLUSTER, JOBS, 64, told);
    while (replay.next()) {
      for (int i = 0; i < replay.view().jobCount(); i++) {
        replay.start(i);
      }
    }
    assertThat(told.ran).hasSize(JOBS.size()).allMatch(seconds -> seconds > 0);
    assertThat(told.running).isEmpty();
  }

  @Test
  void startsOfAnOrderThatStandsAreToldToo() {
    Told told = new Told();
    SteppedReplay replay = new SteppedReplay(CLUSTER, JOBS, 1000, 600, told);
    int[] inOrder = IntStream.range(0, 1000).toArray();
    while (replay.next()) {
      replay.startInOrder(inOrder, replay.view().jobCount());
    }
    assertThat(told.ran).hasSize(JOBS.size());
    assertThat(told.running).isEmpty();
  }

  private static final class Told implements SteppedReplay.JobListener {
    private final List<Double> ran = new ArrayList<>();
    private final Set<Integer> running = new HashSet<>();

    @Override
    public void started(WorkloadJob job) {
      assertThat(running.add(job.index())).isTrue();
    }

    @Override
    public void ended(WorkloadJob job, double ranS) {
      assertThat(running.remove(job.index())).isTrue();
      ran.add(ranS);
    }
  }

  /** The policy must be trained on what it will see. */
  @Test
  void theViewGivesTheFeaturesThatASnapshotGives() {
    // A snapshot knows whole seconds only.
    List<WorkloadJob> jobs = JOBS.stream().map(SteppedReplayTest::wholeSeconds).toList();
    Simulation simulation =
        new Simulation(CLUSTER, SlurmParams.textbook(Discipline.EXTERNAL), QueueOrder.SUBMISSION);
    jobs.forEach(simulation::submit);
    SimQueueView view = new SimQueueView(simulation, jobs, 1000);
    FeatureExtractor kept = new FeatureExtractor(view);
    SimSnapshot snapshots = new SimSnapshot(simulation);
    int[] shown = new int[1000];
    int compared = 0;
    while (simulation.advanceToDecision()) {
      int count = simulation.firstWaiting(shown);
      Arrays.sort(shown, 0, count);
      if (count < 40) {
        view.show(shown, count);
        ClusterSnapshot snapshot = snapshots.take();
        float[] expected =
            FeatureExtractor.extract(new SnapshotQueueView(snapshot, snapshot.pendingJobs()));
        assertThat(FeatureExtractor.extract(view)).containsExactly(expected, offset(1e-6f));
        // What an extractor keeps from point to point must never show.
        assertThat(Arrays.copyOf(kept.update(), expected.length))
            .containsExactly(expected, offset(1e-6f));
        compared++;
      }
      simulation.startInOrder(shown, count);
    }
    assertThat(compared).isGreaterThan(100);
  }

  private static WorkloadJob wholeSeconds(WorkloadJob job) {
    return new WorkloadJob(
        job.index(),
        Math.floor(job.submitS()),
        job.user(),
        job.account(),
        job.partition(),
        job.gpus(),
        job.gpuType(),
        job.nodes(),
        job.cpus(),
        job.memMb(),
        Math.ceil(job.runtimeS()),
        job.timeLimitS(),
        job.name());
  }
}
