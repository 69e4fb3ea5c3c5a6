package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.policy.features.QueueView;
import io.rltune.policy.ppo.Episode;
import io.rltune.sim.replay.ReplayResult;
import io.rltune.sim.testing.JobSpec;
import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlannerEpisodeTest {
  private static final long LIMIT_S = 36_000;

  /** A whole node of eight V100, of which there is one; the short ones come last. */
  private final Workload workload =
      new Workload(
          "test",
          TestClusters.small(),
          IntStream.range(0, 6).mapToObj(i -> whole(i, i < 3 ? 20_000 : 600)).toList(),
          List.of());

  private final ReplayResult reference = References.run(workload);

  private static WorkloadJob whole(int index, double runtimeS) {
    return JobSpec.job().type("v100").gpus(8).runs(runtimeS, LIMIT_S).build().at(index, index);
  }

  @Test
  void theOrderThatStartsShortJobsFirstCostsLess() {
    Last lastFirst = new Last(false);
    Last firstFirst = new Last(true);
    Episode.Outcome shortFirst = episode().run(lastFirst);
    Episode.Outcome longFirst = episode().run(firstFirst);
    assertThat(shortFirst.meanWaitS()).isLessThan(0.6 * longFirst.meanWaitS());
    assertThat(shortFirst.cost()).isLessThan(longFirst.cost());
    assertThat(shortFirst.referenceMeanWaitS()).isEqualTo(reference.metrics().meanWaitS());
  }

  @Test
  void theRewardComesOnceAtTheEndAndIsTheCost() {
    Last steering = new Last(true);
    Episode.Outcome outcome = episode().run(steering);
    assertThat(steering.orders).isNotEmpty().allMatch(reward -> reward == 0);
    assertThat(steering.atTheEnd)
        .isCloseTo(-outcome.cost() * RewardWeights.DEFAULT.ofReference(), within(1e-9));
  }

  private Episode episode() {
    return Environment.PLANNER.open(workload, reference, RewardWeights.DEFAULT);
  }

  /** Orders jobs by their numbers, or the other way round. */
  private static final class Last implements Episode.Steering {
    private final boolean ascending;
    private final List<Double> orders = new ArrayList<>();
    private double atTheEnd = Double.NaN;

    Last(boolean ascending) {
      this.ascending = ascending;
    }

    @Override
    public int[] order(QueueView queue, double timeS, float[] outlook, Episode.Consequence last) {
      orders.add(last.reward());
      int count = queue.jobCount();
      return IntStream.range(0, count).map(i -> ascending ? i : count - 1 - i).toArray();
    }

    @Override
    public void end(Episode.Consequence last) {
      atTheEnd = last.reward();
    }
  }
}
