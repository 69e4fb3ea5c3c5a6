package io.rltune.policy.ppo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.WaitMonotonicity;
import io.rltune.policy.train.ToyEpisodes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HeadNoiseTest {
  private static final int UNITS = 16;

  private final Policy shipped = NetworkScorer.shippedPolicy();

  @Test
  void runsOfAWorkloadComeInPairsOfOppositeNoise() {
    double[] first = HeadNoise.draw(7, 0, UNITS);
    double[] second = HeadNoise.draw(7, 1, UNITS);
    for (int i = 0; i < UNITS; i++) {
      assertThat(second[i]).isEqualTo(-first[i]);
    }
    assertThat(HeadNoise.draw(7, 2, UNITS)).isNotEqualTo(first).isNotEqualTo(second);
    assertThat(HeadNoise.draw(8, 0, UNITS)).isNotEqualTo(first);
    assertThat(HeadNoise.draw(7, 0, UNITS)).isEqualTo(first);
  }

  @Test
  void onlyTheLastLayerMoves() {
    double[] noise = HeadNoise.draw(7, 0, UNITS);
    float[] before = shipped.network().weights();
    float[] after = HeadNoise.moved(shipped, filled(0.01), noise).network().weights();
    int head = before.length - 1 - UNITS;
    assertThat(Arrays.copyOf(after, head)).isEqualTo(Arrays.copyOf(before, head));
    assertThat(after[after.length - 1]).isEqualTo(before[before.length - 1]);
    assertThat(Arrays.copyOfRange(after, head, head + UNITS))
        .isNotEqualTo(Arrays.copyOfRange(before, head, head + UNITS));
  }

  @Test
  void aLongerWaitNeverCountsAgainstAJobHoweverFarItMoves() {
    for (int replica = 0; replica < 8; replica++) {
      double[] noise = HeadNoise.draw(7, replica, UNITS);
      Policy moved = HeadNoise.moved(shipped, filled(5), noise);
      assertThat(WaitMonotonicity.holds(moved.network())).isTrue();
    }
  }

  @Test
  void anEpisodeIsThatOfTheMovedPolicyAndSaysWhichRunItWas() {
    Policy policy = HeadNoise.withScales(shipped, filled(0.3));
    Trajectory run = HeadNoise.explore(policy, new ToyEpisodes(), 7, 3);
    assertThat(run.seed()).isEqualTo(7);
    assertThat(run.replica()).isEqualTo(3);
    assertThat(run.steps()).isEmpty();
    Policy moved = HeadNoise.moved(shipped, filled(0.3), HeadNoise.draw(7, 3, UNITS));
    assertThat(run.outcome()).isEqualTo(Rollout.judge(moved, new ToyEpisodes().open(7)));
  }

  @Test
  void aPolicyThatDoesNotSayHowFarIsRefusedByName() {
    assertThatThrownBy(() -> HeadNoise.explore(shipped, new ToyEpisodes(), 7, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(shipped.name());
  }

  private static double[] filled(double value) {
    double[] scales = new double[UNITS];
    Arrays.fill(scales, value);
    return scales;
  }
}
