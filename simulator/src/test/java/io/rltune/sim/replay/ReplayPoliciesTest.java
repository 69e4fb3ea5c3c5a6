package io.rltune.sim.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.engine.SlurmParams;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold for every policy. */
class ReplayPoliciesTest {
  private static final ClusterSpec CLUSTER = DemoCluster.spec();
  private static final List<WorkloadJob> JOBS =
      BurstyWorkload.generate(
          BurstySpec.demo(DemoCluster.capacity(CLUSTER)).withJobs(150).withOfferedLoad(3), 3);
  private static final ReplayOptions OPTIONS =
      ReplayOptions.defaults().withCycleS(300).withDecisionWindow(32);

  private static List<String> names() {
    return ReplayPolicies.names();
  }

  private static ReplayResult run(String policy, ReplayOptions options) {
    return Replay.run(
        CLUSTER,
        JOBS,
        ReplayPolicies.byName(policy, ReplayContext.DEFAULT),
        options,
        ReplayProgress.NONE);
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyJobRunsOnceAndNothingIsOverAllocated(String policy) {
    ReplayResult result = run(policy, OPTIONS);
    assertThat(result.policy()).isEqualTo(policy);
    assertThat(result.finishedJobs()).hasSize(JOBS.size()).allMatch(FinishedJob::completed);
    assertThat(result.metrics().decisions()).isEqualTo(JOBS.size());
    assertThat(result.cycles() > 0).isEqualTo(policy.matches("rltune.*|.*-milp|.*-greedy"));
    checkAllocations(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "wfp3", "qssf", "multifactor-easy", "rltune-greedy"})
  void theSameSeedGivesTheSameHistory(String policy) {
    ReplayOptions options = OPTIONS.withFailures(new NodeFailures(40_000, 5_000, 0.3)).withSeed(9);
    ReplayResult first = run(policy, options);
    ReplayResult second = run(policy, options);
    assertThat(second.finishedJobs()).isEqualTo(first.finishedJobs());
    assertThat(second.nodes()).isDeepEqualTo(first.nodes());
    assertThat(second.requeues()).isEqualTo(first.requeues()).isPositive();
    assertThat(run(policy, options.withSeed(10)).finishedJobs()).isNotEqualTo(first.finishedJobs());
    checkAllocations(first);
  }

  @Test
  void drainsLoseNoRuns() {
    ReplayResult result =
        run("fcfs-easy", OPTIONS.withFailures(new NodeFailures(20_000, 20_000, 1)));
    assertThat(result.requeues()).isZero();
    assertThat(result.metrics().meanWaitS())
        .isGreaterThan(run("fcfs-easy", OPTIONS).metrics().meanWaitS());
  }

  @Test
  void leastLoadedNodesSpreadJobs() {
    ReplayOptions spread = OPTIONS.withSlurm(SlurmParams.defaults().withLeastLoadedNodes(true));
    assertThat(run("multifactor-easy", spread).metrics().fragmentation())
        .isGreaterThan(run("multifactor-easy", OPTIONS).metrics().fragmentation());
  }

  @Test
  void shortJobsFirstBeatFirstComeFirstServed() {
    double easy = run("fcfs-easy", OPTIONS).metrics().meanWaitS();
    assertThat(run("sjf-oracle-easy", OPTIONS).metrics().meanWaitS()).isLessThan(easy);
    double oracle = run("sept-oracle-greedy", OPTIONS).metrics().meanWaitS();
    assertThat(oracle).isLessThan(run("rltune-greedy", OPTIONS).metrics().meanWaitS());
    assertThat(run("rltune-greedy", OPTIONS).metrics().meanWaitS())
        .isLessThan(run("multifactor-easy", OPTIONS).metrics().meanWaitS());
  }

  /** At every start the node's GPUs suffice for all that run there. */
  private static void checkAllocations(ReplayResult result) {
    for (int i = 0; i < JOBS.size(); i++) {
      double atS = result.finishedJobs().get(i).startS();
      for (int node : result.nodes()[i]) {
        int used = 0;
        for (int other = 0; other < JOBS.size(); other++) {
          FinishedJob run = result.finishedJobs().get(other);
          boolean runs = run.startS() <= atS && atS < run.endS();
          for (int of : result.nodes()[other]) {
            used += runs && of == node ? JOBS.get(other).gpusPerNode() : 0;
          }
        }
        assertThat(used)
            .as("GPUs in use on node %d at %s s", node, atS)
            .isLessThanOrEqualTo(CLUSTER.nodes().get(node).gpus());
      }
    }
  }
}
