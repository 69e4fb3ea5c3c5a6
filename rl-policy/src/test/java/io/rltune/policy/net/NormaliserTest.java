package io.rltune.policy.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NormaliserTest {
  @Test
  void fittedColumnsHaveMeanZeroAndDeviationOne() {
    float[] rows = {1, 10, 3, 30};
    assertThat(Normaliser.fit(rows, 2).apply(rows)).containsExactly(-1, -1, 1, 1);
  }

  @Test
  void aConstantColumnIsNotBlownUp() {
    Normaliser normaliser = Normaliser.fit(new float[] {5, 5, 5}, 1);
    assertThat(normaliser.apply(new float[] {5, 5.001f})[0]).isZero();
    assertThat(Math.abs(normaliser.apply(new float[] {5.001f})[0])).isLessThan(1.1f);
  }

  @Test
  void refusesFiguresThatCannotScale() {
    assertThatThrownBy(() -> new Normaliser(new float[] {0}, new float[] {0}))
        .hasMessageContaining("feature 0 has mean 0.0 and deviation 0.0");
    assertThatThrownBy(() -> new Normaliser(new float[] {Float.NaN}, new float[] {1}))
        .hasMessageContaining("mean NaN");
    assertThatThrownBy(() -> new Normaliser(new float[] {0, 0}, new float[] {1}))
        .hasMessageContaining("2 means but 1 deviations");
  }
}
