package io.rltune.policy.ppo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RidgeBaselineTest {
  private static final int ROWS = 300;

  private final SplittableRandom random = new SplittableRandom(1);
  private final List<float[][]> outlooks = new ArrayList<>();
  private final List<double[]> returns = new ArrayList<>();

  /** Returns of 2 - 3 a + 0.5 b, where the third column is the same everywhere. */
  private void segment(double shift) {
    float[][] rows = new float[ROWS][];
    double[] values = new double[ROWS];
    for (int r = 0; r < ROWS; r++) {
      rows[r] = new float[] {(float) random.nextDouble(), (float) (100 * random.nextDouble()), 7};
      values[r] = 2 - 3 * rows[r][0] + 0.5 * rows[r][1] + shift;
    }
    outlooks.add(rows);
    returns.add(values);
  }

  @Test
  void aLinearRelationIsFoundAgain() {
    segment(0);
    segment(0);
    segment(0);

    List<double[]> predictions = RidgeBaseline.predict(outlooks, returns);

    for (int s = 0; s < 3; s++) {
      for (int r = 0; r < ROWS; r++) {
        // The ridge pulls the slope of 0.5, over 0 to 100, by a sixtieth.
        assertThat(predictions.get(s)[r]).isEqualTo(returns.get(s)[r], within(0.6));
      }
    }
  }

  @Test
  void whatHappenedInASegmentSaysNothingOfItself() {
    segment(0);
    segment(0);
    double[] before = RidgeBaseline.predict(outlooks, returns).get(0);
    double[] otherBefore = RidgeBaseline.predict(outlooks, returns).get(1);

    returns.set(0, new double[ROWS]);

    assertThat(RidgeBaseline.predict(outlooks, returns).get(0)).isEqualTo(before);
    assertThat(RidgeBaseline.predict(outlooks, returns).get(1)).isNotEqualTo(otherBefore);
  }

  @Test
  void oneSegmentCannotBePredictedByAnother() {
    segment(0);
    outlooks.add(new float[0][]);
    returns.add(new double[0]);

    assertThatThrownBy(() -> RidgeBaseline.predict(outlooks, returns))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two are needed");
  }
}
