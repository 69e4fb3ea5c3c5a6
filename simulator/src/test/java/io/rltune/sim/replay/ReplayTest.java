package io.rltune.sim.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private static final ClusterSpec CLUSTER = DemoCluster.spec();
  private static final List<WorkloadJob> JOBS =
      BurstyWorkload.generate(
          BurstySpec.demo(DemoCluster.capacity(CLUSTER)).withJobs(300).withOfferedLoad(1.5), 17);

  private static ReplayResult run(String policy) {
    return Replay.run(
        CLUSTER,
        JOBS,
        ReplayPolicies.byName(policy, ReplayContext.DEFAULT),
        ReplayOptions.defaults(),
        ReplayProgress.NONE);
  }

  @Test
  void everyJobHasItsTimesAndNodesInTheOrderOfTheWorkload() {
    ReplayResult result = run("multifactor-easy");
    assertThat(result.finishedJobs()).hasSameSizeAs(JOBS);
    for (int i = 0; i < JOBS.size(); i++) {
      WorkloadJob job = JOBS.get(i);
      FinishedJob finished = result.finishedJobs().get(i);
      assertThat(finished.submitS()).isEqualTo(job.submitS());
      assertThat(finished.gpus()).isEqualTo(job.gpus());
      assertThat(result.nodes()[i]).hasSize(job.nodes());
      assertThat(result.nodeNames(i)).hasSize(job.nodes());
    }
  }

  @Test
  void theSeriesAddUpToWaitsAndGpuTime() {
    ReplayResult result = run("fcfs-easy");
    ReplaySeries series = result.series(100);
    double waits = result.finishedJobs().stream().mapToDouble(FinishedJob::waitS).sum();
    double gpuSeconds =
        result.finishedJobs().stream().mapToDouble(job -> job.gpus() * job.runS()).sum();
    assertThat(Arrays.stream(series.queueLength()).sum() * series.binS())
        .isCloseTo(waits, within(1e-6 * waits));
    assertThat(Arrays.stream(series.busyGpus()).sum() * series.binS())
        .isCloseTo(gpuSeconds, within(1e-6 * gpuSeconds));
    double heat = 0;
    for (float[] node : series.nodeBusyGpuSeconds()) {
      for (float bin : node) {
        heat += bin;
      }
    }
    assertThat(heat).isCloseTo(gpuSeconds, within(1e-4 * gpuSeconds));
    for (int node = 0; node < CLUSTER.nodes().size(); node++) {
      for (float bin : series.nodeBusyGpuSeconds()[node]) {
        assertThat((double) bin)
            .isLessThanOrEqualTo(
                CLUSTER.nodes().get(node).gpus() * series.binS() * (1 + 1e-4) + 1e-3);
      }
    }
  }

  @Test
  void anUnknownPolicyIsRefusedWithTheNearestName() {
    assertThatThrownBy(() -> ReplayPolicies.byName("fcfs-eazy", ReplayContext.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'fcfs-eazy'")
        .hasMessageContaining("did you mean fcfs-easy?");
  }
}
