package io.rltune.sim.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final ClusterSpec CLUSTER = DemoCluster.spec();
  private static final List<WorkloadJob> JOBS =
      BurstyWorkload.generate(
          BurstySpec.demo(DemoCluster.capacity(CLUSTER)).withJobs(400).withOfferedLoad(1.5), 7);

  private static List<PolicyOutcome> run(int threads, Comparison.Watcher watcher) throws Exception {
    return new Comparison(
            CLUSTER, Windows.even(JOBS, 100, 3), ReplayOptions.defaults(), ReplayContext.DEFAULT)
        .run(List.of("fcfs", "fcfs-easy", "multifactor-easy"), threads, watcher);
  }

  @Test
  void figuresAreMeansOverTheWindows() throws Exception {
    PolicyOutcome fcfs = run(1, Comparison.Watcher.NONE).get(0);

    assertThat(fcfs.runs()).hasSize(3);
    assertThat(fcfs.metrics().jobs()).isEqualTo(300);
    assertThat(fcfs.metrics().meanWaitS())
        .isCloseTo(
            fcfs.runs().stream().mapToDouble(run -> run.metrics().meanWaitS()).average().orElse(0),
            within(1e-9));
    assertThat(fcfs.metrics().maxWaitS())
        .isEqualTo(
            fcfs.runs().stream().mapToDouble(run -> run.metrics().maxWaitS()).max().orElse(0));
    assertThat(fcfs.waitStandardErrorS()).isPositive();
  }

  @Test
  void threadsDoNotChangeTheFigures() throws Exception {
    List<PolicyOutcome> one = run(1, Comparison.Watcher.NONE);
    List<PolicyOutcome> two = run(2, Comparison.Watcher.NONE);

    for (int i = 0; i < one.size(); i++) {
      assertThat(two.get(i).policy()).isEqualTo(one.get(i).policy());
      for (int window = 0; window < 3; window++) {
        assertThat(two.get(i).runs().get(window).finishedJobs())
            .isEqualTo(one.get(i).runs().get(window).finishedJobs());
      }
    }
  }

  @Test
  void theWatcherSeesEveryReplayEnd() throws Exception {
    Set<String> ended = ConcurrentHashMap.newKeySet();
    run(
        2,
        (policy, window, done, total) -> {
          if (done == total) {
            ended.add(policy + window);
          }
        });

    assertThat(ended).hasSize(9);
  }

  @Test
  void anUnknownPolicyIsToldBeforeAnyWork() {
    assertThatThrownBy(
            () ->
                new Comparison(
                        CLUSTER, List.of(JOBS), ReplayOptions.defaults(), ReplayContext.DEFAULT)
                    .run(List.of("fcfs", "fcsf-easy"), 1, Comparison.Watcher.NONE))
        .hasMessageContaining("did you mean fcfs-easy");
  }
}
