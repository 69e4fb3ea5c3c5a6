package io.rltune.policy.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.Feature;
import io.rltune.policy.features.FeatureExtractor;
import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.Normaliser;
import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.WaitMonotonicity;
import java.util.List;
import org.junit.jupiter.api.Test;

class SkipUnitsTest {
  private final Policy shipped = NetworkScorer.shippedPolicy();
  private final Normaliser normaliser = shipped.normaliser();
  private final float[] queue = FeatureExtractor.extract(new SyntheticQueues(3).next(20));

  @Test
  void theOutputsStayAsTheyWere() {
    PlainMlp wide = SkipUnits.add(shipped.network(), normaliser);
    float[] rows = normaliser.apply(queue);
    float[] before = shipped.network().forward(rows);
    float[] after = wide.forward(rows);
    for (int job = 0; job < before.length; job++) {
      assertThat(after[job]).isCloseTo(before[job], within(1e-5f));
    }
    assertThat(WaitMonotonicity.holds(wide)).isTrue();
  }

  @Test
  void theLastLayerCanWeighAFeatureThatTheImitationForgot() {
    PlainMlp wide = SkipUnits.add(shipped.network(), normaliser);
    float[] rows = normaliser.apply(queue);
    float[] before = wide.forward(rows);
    float[] after = withHead(wide, ageing(10), 2).forward(rows);
    for (int job = 0; job < before.length; job++) {
      float startable = queue[job * FeatureSchema.WIDTH + Feature.STARTABLE.index()];
      assertThat(after[job] - before[job]).isCloseTo(2 * startable, within(1e-4f));
    }
  }

  @Test
  void aFeatureWhereAnotherIsOneIsNothingElsewhere() {
    PlainMlp wide = SkipUnits.add(shipped.network(), normaliser);
    float[] rows = normaliser.apply(queue);
    float[] before = wide.forward(rows);
    float[] after = withHead(wide, ageing(6), 1).forward(rows);
    for (int job = 0; job < before.length; job++) {
      int at = job * FeatureSchema.WIDTH;
      boolean startable = queue[at + Feature.STARTABLE.index()] == 1;
      float waited = queue[at + Feature.WAITED_RELATIVE.index()];
      assertThat(after[job] - before[job]).isCloseTo(startable ? waited : 0, within(1e-4f));
    }
  }

  @Test
  void everyWeightOfTheLastLayerMovesOutputsAsFar() {
    PlainMlp wide = SkipUnits.add(shipped.network(), normaliser);
    double[] scales = HeadScales.of(wide, normaliser, List.of(queue), 0.3);
    float[] rows = normaliser.apply(queue);
    int moving = 0;
    for (int unit = 0; unit < scales.length; unit++) {
      if (scales[unit] > 0) {
        moving++;
        float[] before = wide.forward(rows);
        float[] after = withHead(wide, unit, (float) scales[unit]).forward(rows);
        assertThat(deviation(before, after)).as("unit %d", unit).isCloseTo(0.3, within(2e-3));
      }
    }
    assertThat(moving).isGreaterThan(20);
  }

  @Test
  void aNetworkOfAnotherShapeIsRefused() {
    int[] sizes = {FeatureSchema.WIDTH, 4, 1};
    PlainMlp shallow = new PlainMlp(sizes, new float[PlainMlp.weightCount(sizes)]);
    assertThatThrownBy(() -> SkipUnits.add(shallow, normaliser))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[37, 4, 1]");
  }

  /** Place in the last hidden layer of the k-th added ageing unit. */
  private int ageing(int k) {
    return shipped.network().sizes()[2] / 2 + k;
  }

  private static PlainMlp withHead(PlainMlp network, int unit, float more) {
    float[] weights = network.weights();
    int[] sizes = network.sizes();
    weights[weights.length - 1 - sizes[sizes.length - 2] + unit] += more;
    return new PlainMlp(sizes, weights);
  }

  private static double deviation(float[] before, float[] after) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < before.length; i++) {
      double difference = after[i] - before[i];
      sum += difference;
      squares += difference * difference;
    }
    double mean = sum / before.length;
    return Math.sqrt(squares / before.length - mean * mean);
  }
}
