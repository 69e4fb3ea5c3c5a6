package io.rltune.policy.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PlainMlpTest {
  /** Two inputs, two hidden: h1 = relu(x - y + 0.5), h2 = relu(-x + 2y); out = 3 h1 - h2 + 1. */
  private static final PlainMlp NETWORK =
      new PlainMlp(new int[] {2, 2, 1}, new float[] {1, -1, -1, 2, 0.5f, 0, 3, -1, 1});

  @Test
  void outputsAreWhatTheWeightsSay() {
    // (2,1): h = 1.5, 0 -> 5.5. (0,2): h = 0 (from -1.5), 4 -> -3. (0,0): h = 0.5, 0 -> 2.5.
    assertThat(NETWORK.forward(new float[] {2, 1, 0, 2, 0, 0})).containsExactly(5.5f, -3f, 2.5f);
  }

  @Test
  void theOutputItselfIsNotCutOffAtZero() {
    assertThat(new PlainMlp(new int[] {1, 1}, new float[] {1, 0}).forward(new float[] {-4}))
        .containsExactly(-4f);
  }

  @Test
  void noRowsGiveNoOutputs() {
    assertThat(NETWORK.forward(new float[0])).isEmpty();
  }

  @Test
  void refusesRowsOfAnotherWidth() {
    assertThatThrownBy(() -> NETWORK.forward(new float[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 values are not rows of 2");
  }

  @Test
  void refusesWeightsThatDoNotFitTheLayers() {
    assertThatThrownBy(() -> new PlainMlp(new int[] {2, 2, 1}, new float[8]))
        .hasMessageContaining("[2, 2, 1] need 9 weights, not 8");
    assertThatThrownBy(() -> new PlainMlp(new int[] {2, 2}, new float[6]))
        .hasMessageContaining("the last 1 wide");
    assertThatThrownBy(() -> new PlainMlp(new int[] {2, -1, 1}, new float[6]))
        .hasMessageContaining("layer 1 is -1 wide");
  }

  @Test
  void refusesWeightsThatAreNotNumbers() {
    assertThatThrownBy(() -> new PlainMlp(new int[] {1, 1}, new float[] {1, Float.NaN}))
        .hasMessageContaining("weight 1 is NaN");
  }
}
