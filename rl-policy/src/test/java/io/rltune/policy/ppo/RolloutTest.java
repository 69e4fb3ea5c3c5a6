package io.rltune.policy.ppo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RolloutTest {
  @Test
  void logProbabilitiesAreThoseOfPicksAmongTheJobsLeft() {
    float[] outputs = {0, (float) Math.log(2), (float) Math.log(5)};
    double[] logs = Rollout.logProbabilities(outputs, new int[] {1, 2, 0});
    assertThat(logs[0]).isEqualTo(Math.log(2.0 / 8), within(1e-6));
    assertThat(logs[1]).isEqualTo(Math.log(5.0 / 6), within(1e-6));
    assertThat(logs[2]).isEqualTo(0, within(1e-6));
  }

  @Test
  void descendingKeepsTheOrderOfEqualKeys() {
    int[] order = new Descending().order(new float[] {1, 3, 1, 2, -4, -5}, 6);
    assertThat(Arrays.copyOf(order, 6)).containsExactly(1, 3, 0, 2, 4, 5);
  }
}
