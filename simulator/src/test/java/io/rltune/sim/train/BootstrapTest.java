package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BootstrapTest {
  @Test
  void windowsThatAreAlikeMakeTheIntervalWider() {
    Random random = new Random(1);
    double[] ours = new double[200];
    double[] theirs = new double[200];
    Arrays.fill(theirs, 100);
    for (int i = 0; i < ours.length; i++) {
      // Ten in a row are one window seen ten times.
      ours[i] = i % 10 == 0 ? 50 + 10 * random.nextGaussian() : ours[i - 1];
    }
    Interval oneByOne = Bootstrap.ratio(ours, theirs, 1);
    Interval inBlocks = Bootstrap.ratio(ours, theirs, 10, 1);
    assertThat(inBlocks.value()).isEqualTo(oneByOne.value());
    double wider = (inBlocks.high() - inBlocks.low()) / (oneByOne.high() - oneByOne.low());
    assertThat(wider).isBetween(2.0, 4.5);
  }

  @Test
  void blocksOfOneAreTheUsualBootstrap() {
    double[] ours = {1, 2, 3, 4, 5};
    double[] theirs = {2, 2, 2, 2, 2};
    assertThat(Bootstrap.difference(ours, theirs, 1, 7))
        .isEqualTo(Bootstrap.difference(ours, theirs, 7));
    assertThat(Bootstrap.difference(ours, theirs, 7).value()).isCloseTo(1, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 3", "3, 2", "6, 4"})
  void fewerThanTwoBlocksAreTooFewForAnInterval(int pairs, int block) {
    double[] ours = new double[pairs];
    double[] theirs = new double[pairs];
    Arrays.fill(ours, 3);
    Arrays.fill(theirs, 2);

    Interval ratio = Bootstrap.ratio(ours, theirs, block, 1);

    assertThat(ratio.isKnown()).isFalse();
    assertThat(ratio.text("%.2f")).isEqualTo("1.50 (?)");
    assertThat(Bootstrap.difference(ours, theirs, block, 1).text("%+.3f")).isEqualTo("+1.000 (?)");
  }

  @Test
  void whereNobodyWaitsThereIsNoRatio() {
    double[] none = {0, 0, 0};
    Interval ratio = Bootstrap.ratio(new double[] {1, 2, 3}, none, 1);

    assertThat(ratio.value()).isInfinite();
    assertThat(ratio.isKnown()).isFalse();
  }

  @Test
  void blocksOfNothingAreRefused() {
    double[] one = {1};
    assertThatThrownBy(() -> Bootstrap.ratio(one, one, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blocks of 0");
  }
}
