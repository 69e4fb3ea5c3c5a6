package io.rltune.policy.ppo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AdvantagesTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final double[] REWARDS = {1, -2, 0.5};
  private static final double[] VALUES = {0.3, -0.4, 0.2};

  @Test
  void withLambda0ItIsTheErrorOfOneStep() {
    assertThat(Advantages.of(REWARDS, VALUES, 0.9, 0))
        .containsExactly(
            new double[] {1 + 0.9 * -0.4 - 0.3, -2 + 0.9 * 0.2 + 0.4, 0.5 - 0.2}, CLOSE);
  }

  @Test
  void withLambda1ItIsTheReturnLessTheValue() {
    assertThat(Advantages.of(REWARDS, VALUES, 0.9, 1))
        .containsExactly(new double[] {1 - 1.8 + 0.405 - 0.3, -2 + 0.45 + 0.4, 0.5 - 0.2}, CLOSE);
  }

  @Test
  void betweenThemLaterErrorsCountLess() {
    double[] errors = Advantages.of(REWARDS, VALUES, 0.9, 0);
    assertThat(Advantages.of(REWARDS, VALUES, 0.9, 0.5)[0])
        .isEqualTo(errors[0] + 0.45 * errors[1] + 0.45 * 0.45 * errors[2], CLOSE);
  }

  @Test
  void normalisedOverAllEpisodes() {
    double[] one = {1, 3};
    double[] two = {5};
    Advantages.normalise(List.of(one, two));
    assertThat(one[0]).isEqualTo(-two[0], within(1e-9));
    assertThat(one[1]).isEqualTo(0, within(1e-9));
    assertThat(two[0]).isEqualTo(Math.sqrt(1.5), within(1e-6));
  }
}
