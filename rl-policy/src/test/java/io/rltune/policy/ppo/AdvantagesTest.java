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
  void scaledTogetherABetterRunKeepsItsLead() {
    double[] better = {1, 3};
    double[] worse = {-1, -1};
    Advantages.scale(List.of(better, worse));
    assertThat(better).containsExactly(new double[] {1 / Math.sqrt(3), Math.sqrt(3)}, within(1e-6));
    assertThat(worse)
        .containsExactly(new double[] {-1 / Math.sqrt(3), -1 / Math.sqrt(3)}, within(1e-6));
  }
}
