package io.rltune.sim.demo;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.JobView;
import io.rltune.sim.engine.UpdateException;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlainRunTest {
  private static final ClusterSpec CLUSTER = DemoCluster.spec();
  private static final List<WorkloadJob> JOBS =
      BurstyWorkload.generate(
          BurstySpec.demo(DemoCluster.capacity(CLUSTER)).withJobs(400).withOfferedLoad(1.5), 17);

  @ParameterizedTest
  @EnumSource(PlainPolicy.class)
  void everyPolicyFinishesEveryJob(PlainPolicy policy) {
    SimDriver.Outcome outcome = PlainRun.run(policy, CLUSTER, JOBS);
    ReplayMetrics metrics = outcome.metrics();
    assertThat(metrics.policy()).isEqualTo(policy.label());
    assertThat(metrics.jobs()).isEqualTo(400);
    assertThat(outcome.jobsFailed()).isZero();
    assertThat(outcome.jobsUnfinished()).isZero();
    assertThat(metrics.gpuUtilization()).isBetween(0.05, 1.0);
    assertThat(metrics.fragmentation()).isBetween(0.0, 1.0);
    assertThat(metrics.jainFairness()).isBetween(1.0 / 3, 1.0);
    assertThat(metrics.decisions()).isEqualTo(400);
  }

  @Test
  void backfillingBeatsFirstComeFirstServed() {
    double fcfs = PlainRun.run(PlainPolicy.FCFS, CLUSTER, JOBS).metrics().meanWaitS();
    double easy = PlainRun.run(PlainPolicy.FCFS_EASY, CLUSTER, JOBS).metrics().meanWaitS();
    assertThat(easy).isLessThan(fcfs / 2);
  }

  @Test
  void fcfsStartsJobsInOrderOfSubmission() {
    ClusterSim sim = new ClusterSim(CLUSTER, PlainPolicy.FCFS.params());
    new SimDriver(sim, 3600, 1e9).run("fcfs", JOBS, () -> {});
    assertThat(sim.jobs()).extracting(view -> view.startS()).isSorted();
  }

  @Test
  void policiesAreFoundByName() {
    assertThat(PlainPolicy.of("fcfs-easy")).isEqualTo(PlainPolicy.FCFS_EASY);
    assertThatThrownBy(() -> PlainPolicy.of("sjf"))
        .hasMessageContaining("'sjf'")
        .hasMessageContaining("fcfs, fcfs-easy, multifactor-easy");
  }

  @Test
  void theHookRunsAtEveryStepWhileJobsWaitOrRun() {
    ClusterSim sim = TestClusters.smallSim();
    List<Double> calls = new ArrayList<>();
    List<WorkloadJob> jobs =
        List.of(
            job().type("v100").gpus(8).runs(100, 120).build(),
            job().type("v100").gpus(8).runs(100, 120).at(5).build());
    SimDriver.Outcome outcome =
        new SimDriver(sim, 10, 1e6).run("test", jobs, () -> calls.add(sim.nowS()));
    assertThat(outcome.steps()).isEqualTo(calls.size());
    // The second job waits until about 103; then nothing is left to decide until it ends at 204.
    assertThat(calls).startsWith(10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0);
    assertThat(calls.get(calls.size() - 1)).isEqualTo(204);
    assertThat(calls).isSorted().hasSizeLessThan(16);
    assertThat(outcome.metrics().jobs()).isEqualTo(2);
  }

  @Test
  void aHookThatRanksShortJobsFirstShortensTheMeanWait() {
    List<WorkloadJob> jobs =
        BurstyWorkload.generate(
            BurstySpec.demo(DemoCluster.capacity(CLUSTER)).withJobs(400).withOfferedLoad(4), 17);
    ClusterSim sim = new ClusterSim(CLUSTER, PlainPolicy.MULTIFACTOR_EASY.params());
    SimDriver.Outcome ranked =
        new SimDriver(sim, 60, 1e9).run("sjf", jobs, () -> rankByTimeLimit(sim));
    SimDriver.Outcome plain = PlainRun.run(PlainPolicy.MULTIFACTOR_EASY, CLUSTER, jobs);
    assertThat(ranked.jobsFailed()).isZero();
    assertThat(ranked.jobsUnfinished()).isZero();
    assertThat(ranked.metrics().meanWaitS()).isLessThan(0.9 * plain.metrics().meanWaitS());
  }

  @Test
  void whatIsLeftAtTheHorizonIsCounted() {
    ClusterSim sim = TestClusters.smallSim();
    List<WorkloadJob> jobs =
        List.of(
            job().type("a100").gpus(4).runs(10, 60).build(),
            job().type("v100").gpus(8).runs(500, 60).build(),
            job().type("v100").gpus(8).runs(5000, 6000).at(1).build(),
            job().type("v100").gpus(8).at(2).build());
    SimDriver.Outcome outcome =
        new SimDriver(sim, 10, 1000).run("test", jobs, () -> pinTheLast(sim));
    assertThat(outcome.metrics().jobs()).isEqualTo(2);
    assertThat(outcome.jobsFailed()).isEqualTo(1);
    assertThat(outcome.jobsUnfinished()).isEqualTo(2);
    assertThat(outcome.nodeListsLeft()).isEqualTo(1);
  }

  @Test
  void aRunWithoutResultIsAnError() {
    ClusterSim sim = TestClusters.smallSim();
    List<WorkloadJob> jobs = List.of(job().runs(5000, 6000).build());
    assertThatThrownBy(() -> new SimDriver(sim, 10, 100).run("test", jobs, () -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("policy test");
  }

  private static void rankByTimeLimit(ClusterSim sim) {
    try {
      for (JobView job : sim.pendingJobs()) {
        sim.updateSiteFactor(job.id(), (int) (1_000_000 - job.request().timeLimitS()));
      }
    } catch (UpdateException e) {
      throw new AssertionError(e);
    }
  }

  private static void pinTheLast(ClusterSim sim) {
    try {
      sim.updateNodeList(1004, List.of("v1"));
    } catch (UpdateException e) {
      throw new AssertionError(e);
    }
  }
}
