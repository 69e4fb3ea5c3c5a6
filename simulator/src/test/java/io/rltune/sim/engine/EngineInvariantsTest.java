package io.rltune.sim.engine;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold whatever the workload does and whoever writes priorities and node lists. */
class EngineInvariantsTest {
  private static final ClusterSpec CLUSTER = DemoCluster.spec();

  private static List<WorkloadJob> workload(long seed) {
    BurstySpec spec =
        BurstySpec.demo(DemoCluster.capacity(CLUSTER)).withJobs(400).withOfferedLoad(2);
    return BurstyWorkload.generate(spec, seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void nothingIsOverAllocatedAndEveryJobEnds(long seed) throws UpdateException {
    ClusterSim sim = new ClusterSim(CLUSTER, SlurmParams.defaults());
    workload(seed).forEach(sim::submit);
    SplittableRandom random = new SplittableRandom(seed);
    for (int step = 1; !sim.isIdle(); step++) {
      assertThat(step).as("steps of 120 s").isLessThan(3000);
      sim.advanceTo(step * 120.0);
      checkAllocations(sim);
      meddle(sim, random);
    }
    assertThat(sim.finishedJobs()).hasSize(400).allMatch(job -> job.completed());
    assertThat(sim.decisions()).isEqualTo(400);
  }

  /** A rough hand on the queue: random site factors, node lists set and cleared. */
  private static void meddle(ClusterSim sim, SplittableRandom random) throws UpdateException {
    for (JobView job : sim.pendingJobs()) {
      sim.updateSiteFactor(job.id(), random.nextInt(2000));
      if (!job.requiredNodes().isEmpty()) {
        sim.updateNodeList(job.id(), List.of());
      } else if (job.request().nodes() == 1 && random.nextInt(4) == 0) {
        NodeSpec node = CLUSTER.nodes().get(random.nextInt(CLUSTER.nodes().size()));
        sim.updateNodeList(job.id(), List.of(node.name()));
      }
    }
  }

  private static void checkAllocations(ClusterSim sim) {
    Map<String, Set<Integer>> gpus = new HashMap<>();
    Map<String, Integer> cpus = new HashMap<>();
    Map<String, Long> memory = new HashMap<>();
    for (JobView job : sim.runningJobs()) {
      assertThat(job.allocation()).hasSize(job.request().nodes());
      for (JobView.NodeShare share : job.allocation()) {
        assertThat(share.gpuIndexes()).hasSize(job.request().gpusPerNode());
        if (!job.request().gpuType().isEmpty()) {
          assertThat(share.gpuType()).isEqualTo(job.request().gpuType());
        }
        for (int index : share.gpuIndexes()) {
          assertThat(gpus.computeIfAbsent(share.node(), n -> new HashSet<>()).add(index))
              .as("GPU %d of %s given once", index, share.node())
              .isTrue();
        }
        cpus.merge(share.node(), share.cpus(), Integer::sum);
        memory.merge(share.node(), share.memMb(), Long::sum);
      }
    }
    for (NodeView node : sim.nodes()) {
      String name = node.spec().name();
      assertThat(node.gpuIndexesUsed())
          .containsExactlyInAnyOrderElementsOf(gpus.getOrDefault(name, Set.of()))
          .allMatch(index -> index < node.spec().gpus());
      assertThat(node.cpusUsed())
          .isEqualTo(cpus.getOrDefault(name, 0))
          .isLessThanOrEqualTo(node.spec().cpus());
      assertThat(node.memMbUsed())
          .isEqualTo(memory.getOrDefault(name, 0L))
          .isLessThanOrEqualTo(node.spec().memoryMb());
    }
  }

  @Test
  void sameJobsGiveTheSameHistoryWhateverTheSteps() {
    ClusterSim coarse = new ClusterSim(CLUSTER, SlurmParams.defaults());
    ClusterSim fine = new ClusterSim(CLUSTER, SlurmParams.defaults());
    workload(4).forEach(coarse::submit);
    workload(4).forEach(fine::submit);
    coarse.advanceTo(400_000);
    for (int step = 1; step <= 4000; step++) {
      fine.advanceTo(step * 100.0);
    }
    assertThat(coarse.isIdle()).isTrue();
    assertThat(fine.finishedJobs()).isEqualTo(coarse.finishedJobs());
    assertThat(fine.fragmentation()).isEqualTo(coarse.fragmentation());
  }

  @Test
  void aFailedNodeRequeuesItsJobsAndTakesNoOthers() {
    ClusterSim sim = TestClusters.smallSim();
    long id = sim.submit(job().type("a100").gpus(4).runs(500, 600).build());
    long other = sim.submit(job().type("v100").runs(500, 600).build());
    sim.advanceTo(100);
    assertThat(sim.job(id).orElseThrow().nodes()).containsExactly("a1");
    sim.setNodeHealth("a1", NodeView.Health.DOWN);
    assertThat(sim.job(id).orElseThrow().phase()).isEqualTo(JobPhase.PENDING);
    sim.advanceTo(550);
    // The end event of the lost run, due at 502, must not end the second run.
    JobView again = sim.job(id).orElseThrow();
    assertThat(again.phase()).isEqualTo(JobPhase.RUNNING);
    assertThat(again.nodes()).containsExactly("a2");
    assertThat(again.restarts()).isEqualTo(1);
    assertThat(sim.job(other).orElseThrow().phase()).isEqualTo(JobPhase.COMPLETED);
    sim.advanceTo(700);
    assertThat(sim.job(id).orElseThrow().endS()).isEqualTo(602);
  }

  @Test
  void aFinishedJobIsListedUntilItsMinimumAge() {
    ClusterSim sim = TestClusters.smallSim();
    long id = sim.submit(job().runs(100, 120).build());
    sim.advanceTo(300);
    assertThat(sim.job(id)).isPresent();
    assertThat(sim.listedJobs()).hasSize(1);
    sim.advanceTo(500);
    assertThat(sim.job(id)).isEmpty();
    assertThat(sim.listedJobs()).isEmpty();
    assertThat(sim.jobs()).hasSize(1);
  }

  @Test
  void fragmentationIsTheShareOfFreeGpusOnPartlyUsedNodes() {
    ClusterSim sim = TestClusters.smallSim();
    sim.submit(job().type("a100").gpus(1).runs(99, 120).build());
    sim.advanceTo(1);
    assertThat(sim.fragmentation()).isZero();
    sim.advanceTo(101);
    // 1 s with 16 GPUs free, then 100 s with 15 free of which 3 are on a1.
    assertThat(sim.fragmentation()).isEqualTo(300.0 / (16 + 1500));
  }
}
