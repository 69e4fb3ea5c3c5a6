package io.rltune.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShortestExpectedTest {
  @Test
  void shorterFewerGpusOrALongerWaitComesFirst() {
    double score = ShortestExpected.score(600, 7_200, 7_200, 4);
    assertThat(ShortestExpected.score(600, 7_200, 3_600, 4)).isGreaterThan(score);
    assertThat(ShortestExpected.score(600, 7_200, 7_200, 2)).isGreaterThan(score);
    assertThat(ShortestExpected.score(1_200, 7_200, 7_200, 4)).isGreaterThan(score);
  }

  @Test
  void gpusCountByTheirCubeRoot() {
    assertThat(ShortestExpected.score(0, 9_999, 7_999, 1))
        .isCloseTo(ShortestExpected.score(0, 9_999, 3_999, 8), within(1e-9));
  }

  @Test
  void aJobThatWaitedItsWalltimeCountsAsHalfAsLong() {
    double fresh = ShortestExpected.score(0, 86_400, 5_000, 1);
    double waited = ShortestExpected.score(86_401, 86_400, 10_001, 1);
    assertThat(waited - 86_401 / (14 * 86_400.0)).isCloseTo(fresh, within(1e-9));
  }

  @Test
  void withoutALimitAWeekStandsForIt() {
    double week = 7 * 86_400;
    double unlimited = Double.POSITIVE_INFINITY;
    assertThat(ShortestExpected.score(60, unlimited, unlimited, 1))
        .isEqualTo(ShortestExpected.score(60, week, week, 1));
  }
}
