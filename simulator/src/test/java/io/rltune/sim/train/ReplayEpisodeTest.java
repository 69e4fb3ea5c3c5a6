package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.policy.features.QueueView;
import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.RunRequest;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.policy.ppo.Episode;
import io.rltune.sim.testing.JobSpec;
import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayEpisodeTest {
  private static final long LIMIT_S = 36_000;

  /** Half of the eight V100: two run at a time. */
  private static WorkloadJob half(int index, double runtimeS) {
    return JobSpec.job().type("v100").gpus(4).runs(runtimeS, LIMIT_S).build().at(index, 0);
  }

  @Test
  void aJobThatStillRunsSpeaksAgainstTheShortOneThatHasEnded() {
    List<WorkloadJob> jobs =
        List.of(half(0, 600), half(1, 30_000), half(2, 20_000), half(3, 20_000));
    Workload workload = new Workload("test", TestClusters.small(), jobs, List.of());
    List<Double> timesS = new ArrayList<>();
    List<Double> expectedS = new ArrayList<>();
    new ReplayEpisode(workload, References.run(workload), RewardWeights.DEFAULT)
        .run(
            new Episode.Steering() {
              @Override
              public int[] order(
                  QueueView queue, double timeS, float[] outlook, Episode.Consequence last) {
                timesS.add(timeS);
                expectedS.add(queue.expectedRuntimeS(0));
                return IntStream.range(0, queue.jobCount()).toArray();
              }

              @Override
              public void end(Episode.Consequence last) {}
            });

    assertThat(timesS).containsExactly(0.0, 600.0);
    RuntimeHistory history = new RuntimeHistory();
    RunRequest request = new RunRequest("user", "acc", "test", 4, LIMIT_S, 0);
    history.add(new FinishedRun("user", "acc", "test", 4, LIMIT_S, 600, 600, 0));
    double oneShortRunS = history.expect(request).at(600).expectedS();
    history.began(request, 0);
    double besideALongOneS = history.expect(request).at(600).expectedS();
    assertThat(besideALongOneS).isGreaterThan(1.2 * oneShortRunS);
    assertThat(expectedS.get(1)).isEqualTo(besideALongOneS);
  }
}
