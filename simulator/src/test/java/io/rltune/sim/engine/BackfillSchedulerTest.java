package io.rltune.sim.engine;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BackfillSchedulerTest {
  private final ClusterSim sim = TestClusters.smallSim();

  /** a1 is taken until 601, so a job on both A100 nodes must wait until then. */
  private long blockedPair() {
    sim.submit(job().type("a100").gpus(4).runs(599, 600).build());
    return sim.submit(job().type("a100").gpus(8).nodes(2).runs(300, 600).at(2).build());
  }

  @Test
  void aBlockedJobGetsAPlannedStartAtTheLimitOfTheRunningOne() {
    long blocked = blockedPair();
    sim.advanceTo(31);
    JobView view = sim.job(blocked).orElseThrow();
    // The limit ends at 601, in steps of 60 s.
    assertThat(view.plannedStartS()).isEqualTo(660);
    assertThat(view.plannedNodes()).containsExactly("a1", "a2");
    assertThat(sim.nodes())
        .filteredOn(NodeView::planned)
        .extracting(node -> node.spec().name())
        .containsExactly("a1", "a2");
  }

  @Test
  void aShortJobFillsTheHole() {
    long blocked = blockedPair();
    long filler = sim.submit(job().type("a100").gpus(2).runs(100, 300).at(3).build());
    sim.advanceTo(31);
    assertThat(sim.job(filler).orElseThrow().phase()).isEqualTo(JobPhase.RUNNING);
    sim.advanceTo(700);
    assertThat(sim.job(blocked).orElseThrow().startS()).isBetween(601.0, 603.0);
  }

  @Test
  void aJobThatWouldDelayThePlannedOneIsLeftWaiting() {
    long blocked = blockedPair();
    long tooLong = sim.submit(job().type("a100").gpus(2).runs(100, 1200).at(3).build());
    sim.advanceTo(590);
    assertThat(sim.job(tooLong).orElseThrow().phase()).isEqualTo(JobPhase.PENDING);
    sim.advanceTo(700);
    assertThat(sim.job(blocked).orElseThrow().phase()).isEqualTo(JobPhase.RUNNING);
  }

  @Test
  void theTopJobsPlannedStartIsNeverDelayed() {
    ClusterSim busy = new ClusterSim(DemoCluster.spec(), TestClusters.inOrder());
    BurstySpec spec =
        BurstySpec.demo(DemoCluster.capacity(DemoCluster.spec())).withJobs(400).withOfferedLoad(3);
    BurstyWorkload.generate(spec, 21).stream()
        .map(BackfillSchedulerTest::untilItsLimit)
        .forEach(busy::submit);
    Map<Long, Double> firstPlan = new HashMap<>();
    int planned = 0;
    for (int minute = 1; !busy.isIdle(); minute++) {
      busy.advanceTo(minute * 60.0);
      List<JobView> waiting = busy.pendingJobs();
      if (!waiting.isEmpty() && !Double.isNaN(waiting.get(0).plannedStartS())) {
        // Only once it heads the queue is a plan a promise.
        firstPlan.merge(waiting.get(0).id(), waiting.get(0).plannedStartS(), Math::min);
      }
    }
    for (JobView job : busy.jobs()) {
      Double promiseS = firstPlan.get(job.id());
      if (promiseS != null) {
        planned++;
        // One pass of the main scheduler may lie between the promise and the start.
        assertThat(job.startS()).as("job %d", job.id()).isLessThanOrEqualTo(promiseS + 60);
      }
    }
    assertThat(planned).isGreaterThan(10);
  }

  /** Were jobs to end early, plans would be so loose that hardly anything could break them. */
  private static WorkloadJob untilItsLimit(WorkloadJob job) {
    return new WorkloadJob(
        job.index(),
        job.submitS(),
        job.user(),
        job.account(),
        job.partition(),
        job.gpus(),
        job.gpuType(),
        job.nodes(),
        job.cpus(),
        job.memMb(),
        job.timeLimitS() - 1,
        job.timeLimitS(),
        job.name());
  }

  @Test
  void beyondTheWindowNothingIsPlanned() {
    sim.submit(job().type("a100").gpus(4).runs(80_000, 86_400).build());
    long blocked = sim.submit(job().type("a100").gpus(8).nodes(2).at(1000).build());
    SlurmParams params = sim.params();
    assertThat(params.bfWindowS()).isEqualTo(86_400);
    sim.advanceTo(1100);
    assertThat(sim.job(blocked).orElseThrow().plannedStartS()).isEqualTo(86_460);
    ClusterSim shortSighted =
        new ClusterSim(
            TestClusters.small(),
            SlurmParams.defaults()
                .with(
                    usual ->
                        usual
                            .bfWindowS(3600)
                            .bfMaxReservations(500)
                            .weights(PriorityWeights.FCFS)));
    shortSighted.submit(job().type("a100").gpus(4).runs(80_000, 86_400).build());
    long unplanned = shortSighted.submit(job().type("a100").gpus(8).nodes(2).at(1000).build());
    shortSighted.advanceTo(1100);
    assertThat(shortSighted.job(unplanned).orElseThrow().plannedStartS()).isNaN();
  }

  @Test
  void withoutBackfillTheHoleStaysEmpty() {
    ClusterSim fcfs = new ClusterSim(TestClusters.small(), SlurmParams.fcfs());
    fcfs.submit(job().type("a100").gpus(4).runs(599, 600).build());
    fcfs.submit(job().type("a100").gpus(8).nodes(2).at(2).build());
    long filler = fcfs.submit(job().type("v100").at(3).build());
    fcfs.advanceTo(590);
    assertThat(fcfs.job(filler).orElseThrow().phase()).isEqualTo(JobPhase.PENDING);
  }
}
