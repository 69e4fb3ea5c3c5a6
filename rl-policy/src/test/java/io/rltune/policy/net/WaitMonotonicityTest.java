package io.rltune.policy.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.policy.features.Feature;
import io.rltune.policy.features.FeatureSchema;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaitMonotonicityTest {
  private static final int[] SIZES = {FeatureSchema.WIDTH, 7, 4, 1};

  @Test
  void aRandomNetworkDoesNotKeepThePromiseAndItsProjectionDoes() {
    PlainMlp random = random(1);
    assertThat(WaitMonotonicity.holds(random)).isFalse();
    PlainMlp projected = project(random);
    assertThat(WaitMonotonicity.holds(projected)).isTrue();
    assertThat(project(projected).weights()).isEqualTo(projected.weights());
  }

  @ParameterizedTest
  @EnumSource(
      value = Feature.class,
      names = {"WAITED", "WAITED_DAYS", "WAITED_RELATIVE", "QUEUE_AHEAD"})
  void outputsFollowTheWaitWhateverTheWeightsWere(Feature feature) {
    int sign = feature == Feature.QUEUE_AHEAD ? -1 : 1;
    int moved = 0;
    for (int seed = 0; seed < 200; seed++) {
      PlainMlp network = project(random(seed));
      float[] row = randomRow(seed);
      float before = network.forward(row)[0];
      row[feature.index()] += 0.5f;
      float change = sign * (network.forward(row)[0] - before);
      assertThat(change).isGreaterThanOrEqualTo(-1e-5f);
      moved += change > 1e-3 ? 1 : 0;
    }
    assertThat(moved).as("networks that the feature moves").isGreaterThan(20);
  }

  @Test
  void otherFeaturesMayDoAsTheyLike() {
    int up = 0;
    for (int seed = 0; seed < 200; seed++) {
      PlainMlp network = project(random(seed));
      float[] row = randomRow(seed);
      float before = network.forward(row)[0];
      row[Feature.GPUS.index()] += 0.5f;
      up += network.forward(row)[0] > before ? 1 : 0;
    }
    assertThat(up).isBetween(50, 150);
  }

  @Test
  void refusesANetworkThatIsNotOneOfFeatures() {
    assertThatThrownBy(() -> WaitMonotonicity.project(new int[] {3, 1}, new float[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("takes 3 inputs");
  }

  private static PlainMlp project(PlainMlp network) {
    float[] weights = network.weights();
    WaitMonotonicity.project(SIZES, weights);
    return new PlainMlp(SIZES, weights);
  }

  private static PlainMlp random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] weights = new float[PlainMlp.weightCount(SIZES)];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) random.nextDouble(-1, 1);
    }
    return new PlainMlp(SIZES, weights);
  }

  private static float[] randomRow(long seed) {
    SplittableRandom random = new SplittableRandom(seed + 1000);
    float[] row = new float[FeatureSchema.WIDTH];
    for (int i = 0; i < row.length; i++) {
      row[i] = (float) random.nextDouble(-2, 2);
    }
    return row;
  }
}
