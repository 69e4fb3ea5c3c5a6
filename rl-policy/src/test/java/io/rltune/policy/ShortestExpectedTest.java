package io.rltune.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortestExpectedTest {
  @Test
  void shorterFewerGpusOrALongerWaitComesFirst() {
    double score = ShortestExpected.score(600, 7_200, 4);
    assertThat(ShortestExpected.score(600, 3_600, 4)).isGreaterThan(score);
    assertThat(ShortestExpected.score(600, 7_200, 2)).isGreaterThan(score);
    assertThat(ShortestExpected.score(86_400, 7_200, 4)).isGreaterThan(score);
  }

  @Test
  void gpusCountByTheirSquareRoot() {
    assertThat(ShortestExpected.score(0, 9_940, 1)).isEqualTo(ShortestExpected.score(0, 4_940, 4));
  }
}
