package io.rltune.sim.engine;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MainSchedulerTest {
  private final ClusterSim sim = TestClusters.smallSim();

  @Test
  void aFittingJobStartsAfterTheDecisionLatencyAndRunsItsTime() {
    long id = sim.submit(job().type("a100").gpus(4).runs(100, 600).at(10).build());
    sim.advanceTo(10.5);
    assertThat(view(id).phase()).isEqualTo(JobPhase.PENDING);
    sim.advanceTo(11);
    assertThat(view(id).phase()).isEqualTo(JobPhase.RUNNING);
    assertThat(view(id).startS()).isEqualTo(11);
    sim.advanceTo(200);
    assertThat(view(id).phase()).isEqualTo(JobPhase.COMPLETED);
    // One second from allocation to first step, then 100 s.
    assertThat(view(id).endS()).isEqualTo(112);
    assertThat(sim.isIdle()).isTrue();
  }

  @Test
  void aJobIsKilledAtItsLimit() {
    long id = sim.submit(job().runs(1000, 60).build());
    sim.advanceTo(500);
    assertThat(view(id).phase()).isEqualTo(JobPhase.TIMEOUT);
    assertThat(view(id).endS() - view(id).startS()).isEqualTo(60);
  }

  @Test
  void theFirstBlockedJobHoldsUpItsPartitionUntilBackfill() {
    sim.submit(job().type("a100").gpus(4).runs(500, 600).build());
    long blocked = sim.submit(job().type("a100").gpus(8).nodes(2).at(2).build());
    long small = sim.submit(job().type("v100").at(3).build());
    sim.advanceTo(10);
    assertThat(view(blocked).reason()).isEqualTo(PendingReason.RESOURCES);
    assertThat(view(small).phase()).isEqualTo(JobPhase.PENDING);
    assertThat(view(small).reason()).isEqualTo(PendingReason.PRIORITY);
    sim.advanceTo(30);
    assertThat(view(small).phase()).isEqualTo(JobPhase.RUNNING);
  }

  @Test
  void anotherPartitionIsNotHeldUp() {
    sim.submit(job().type("a100").gpus(4).runs(500, 600).build());
    sim.submit(job().type("a100").gpus(8).nodes(2).at(2).build());
    long cpu = sim.submit(job().gpus(0).partition("batch").at(3).build());
    sim.advanceTo(5);
    assertThat(view(cpu).phase()).isEqualTo(JobPhase.RUNNING);
    assertThat(view(cpu).nodes()).containsExactly("c1");
  }

  @Test
  void lowWeightComesFirstThenTheTightestFit() {
    long untyped = sim.submit(job().build());
    long first = sim.submit(job().type("a100").gpus(3).at(1).build());
    long second = sim.submit(job().type("a100").gpus(2).at(2).build());
    long third = sim.submit(job().type("a100").gpus(1).at(3).build());
    sim.advanceTo(10);
    assertThat(view(untyped).nodes()).containsExactly("v1");
    assertThat(view(first).nodes()).containsExactly("a1");
    assertThat(view(second).nodes()).containsExactly("a2");
    assertThat(view(third).nodes()).containsExactly("a1");
  }

  @Test
  void aMultiNodeJobGetsDistinctNodesAndItsShareOnEach() {
    long id = sim.submit(job().type("a100").gpus(6).nodes(2).cpus(5).build());
    sim.advanceTo(5);
    assertThat(view(id).nodes()).containsExactlyInAnyOrder("a1", "a2");
    assertThat(view(id).allocation())
        .allSatisfy(
            share -> {
              assertThat(share.gpuIndexes()).containsExactly(0, 1, 2);
              assertThat(share.cpus()).isEqualTo(3);
              assertThat(share.memMb()).isEqualTo(500);
            });
  }

  @Test
  void cpusLimitAJobWhereGpusWouldNot() {
    sim.submit(job().type("v100").gpus(1).cpus(15).runs(500, 600).build());
    long id = sim.submit(job().type("v100").gpus(1).cpus(2).at(2).build());
    sim.advanceTo(20);
    assertThat(view(id).phase()).isEqualTo(JobPhase.PENDING);
  }

  @Test
  void slowNodesStretchTheRuntime() {
    ClusterSim slow =
        new ClusterSim(
            ClusterFile.parse(
                """
                nodes: [{names: n1, gpus: 1, cpus: 4, mem_mb: 8000, speed: 0.5}]
                partitions: [{name: p, nodes: n1}]
                """,
                "test"),
            TestClusters.inOrder());
    long id = slow.submit(job().runs(100, 600).build());
    slow.advanceTo(1000);
    JobView view = slow.jobs().get(0);
    assertThat(view.id()).isEqualTo(id);
    assertThat(view.endS() - view.startS()).isEqualTo(201);
  }

  static WorkloadJob[] impossible() {
    return new WorkloadJob[] {
      job().type("a100").gpus(5).build(),
      job().type("h100").build(),
      job().gpus(12).nodes(3).type("a100").build(),
      job().partition("nowhere").build(),
      job().runs(100, 2 * 86_400).build(),
      job().cpus(17).build(),
    };
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void aJobThatCanNeverRunIsRefusedAtSubmission(WorkloadJob request) {
    assertThatThrownBy(() -> sim.submit(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("workload job 0");
  }

  @Test
  void timeDoesNotGoBack() {
    sim.advanceTo(100);
    assertThatThrownBy(() -> sim.advanceTo(99)).hasMessageContaining("100.0");
    assertThatThrownBy(() -> sim.submit(job().at(50).build())).hasMessageContaining("50.0");
  }

  private JobView view(long id) {
    return sim.jobs().stream().filter(job -> job.id() == id).findFirst().orElseThrow();
  }
}
