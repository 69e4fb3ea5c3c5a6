package io.rltune.policy.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class KendallTauTest {
  @Test
  void theSameOrderIsOneAndTheReverseMinusOne() {
    assertThat(KendallTau.of(new double[] {1, 2, 9}, new double[] {3, 4, 5}, 0, 3)).isEqualTo(1);
    assertThat(KendallTau.of(new double[] {1, 2, 9}, new double[] {5, 4, 3}, 0, 3)).isEqualTo(-1);
  }

  @Test
  void oneSwapOfThreePairsIsAThird() {
    assertThat(KendallTau.of(new double[] {1, 2, 3}, new double[] {1, 3, 2}, 0, 3))
        .isEqualTo(1.0 / 3, within(1e-12));
  }

  @Test
  void tiesCountForHalf() {
    // Pairs: two agree, one is tied in the first alone: 2/sqrt(2*3).
    assertThat(KendallTau.of(new double[] {1, 1, 2}, new double[] {1, 2, 3}, 0, 3))
        .isEqualTo(2 / Math.sqrt(6), within(1e-12));
    assertThat(KendallTau.of(new double[] {1, 1}, new double[] {1, 2}, 0, 2)).isZero();
  }

  @Test
  void onlyTheRowsAskedForCount() {
    assertThat(KendallTau.of(new double[] {9, 1, 2, 0}, new double[] {0, 1, 2, 9}, 1, 3))
        .isEqualTo(1);
  }
}
