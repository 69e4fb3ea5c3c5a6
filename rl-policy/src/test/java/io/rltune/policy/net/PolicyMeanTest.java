package io.rltune.policy.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.policy.features.FeatureSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyMeanTest {
  private static final Map<String, String> WITH_UNITS = Map.of(Policy.SKIP_UNITS, "yes");

  @Test
  void theMeanOfOneIsItself() {
    Policy one = policy("one", 3, 0.25f, Map.of());

    assertThat(Policy.mean(List.of(one))).isSameAs(one);
  }

  @Test
  void weightsAreAveragedAndTheRestStays() {
    Policy mean =
        Policy.mean(
            List.of(
                policy("one", 3, 1, WITH_UNITS),
                policy("two", 3, 2, WITH_UNITS),
                policy("three", 3, 6, WITH_UNITS)));

    assertThat(mean.name()).isEqualTo("mean of one, two, three");
    assertThat(mean.network().weights()).containsOnly(3f);
    assertThat(mean.normaliser().deviation()).containsOnly(0.5f);
    assertThat(mean.trainingCard()).isEqualTo(WITH_UNITS);
  }

  @Test
  void whatIsNotAlikeHasNoMean() {
    Policy one = policy("one", 3, 1, WITH_UNITS);

    for (Policy other : List.of(policy("wide", 4, 1, WITH_UNITS), policy("bare", 3, 1, Map.of()))) {
      assertThatThrownBy(() -> Policy.mean(List.of(one, other)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("policy 2 (" + other.name())
          .hasMessageContaining("no mean with the first (one");
    }
  }

  private static Policy policy(String name, int units, float weight, Map<String, String> card) {
    int[] layers = {FeatureSchema.WIDTH, units, 1};
    float[] weights = new float[PlainMlp.weightCount(layers)];
    Arrays.fill(weights, weight);
    float[] mean = new float[FeatureSchema.WIDTH];
    float[] deviation = new float[FeatureSchema.WIDTH];
    Arrays.fill(deviation, 0.5f);
    return new Policy(
        name, new PlainMlp(layers, weights), new Normaliser(mean, deviation), card, new byte[0]);
  }
}
