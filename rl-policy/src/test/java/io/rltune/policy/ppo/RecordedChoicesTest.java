package io.rltune.policy.ppo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rltune.policy.ppo.RecordedChoices.Choice;
import io.rltune.policy.ppo.Trajectory.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedChoicesTest {
  private static final Episode.Outcome OUTCOME = new Episode.Outcome(1, 1, 1, 1, 1);

  private static Step step(double timeS, double outlook, double reward) {
    return new Step(
        timeS,
        new float[] {(float) timeS},
        new float[] {(float) outlook},
        new int[] {0},
        new double[] {-1},
        reward);
  }

  private static Trajectory segment(int number, double... rewards) {
    List<Step> steps = new ArrayList<>();
    for (int t = 0; t < rewards.length; t++) {
      // What is left is seen by how many steps are left.
      steps.add(step(100 * number + t, rewards.length - t, rewards[t]));
    }
    return new Trajectory(number, 0, steps, OUTCOME);
  }

  private static RecordedChoices choices(int count, double share) {
    List<Choice> choices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      choices.add(new Choice(step(i, 0, 0), i));
    }
    return new RecordedChoices(choices, share);
  }

  @Test
  void theStepThatCostMoreThanOthersStandsOut() {
    double[] even = new double[80];
    Arrays.fill(even, -1);
    double[] uneven = even.clone();
    uneven[30] = -6;
    List<Trajectory> segments = List.of(segment(0, even), segment(1, even), segment(2, uneven));

    RecordedChoices recorded = RecordedChoices.of(segments, 1, 0, 0.25);

    assertThat(recorded.choices()).hasSize(240);
    List<Choice> own = recorded.choices().subList(160, 240);
    assertThat(own.get(30).step()).isSameAs(segments.get(2).steps().get(30));
    assertThat(own.get(30).advantage()).isLessThan(-5);
    for (int t = 0; t < 79; t++) {
      if (t != 30) {
        assertThat(own.get(t).advantage()).isBetween(-0.5, 0.5);
      }
    }
  }

  @Test
  void advantagesAreCentredAndScaledSegmentBySegment() {
    RecordedChoices recorded =
        RecordedChoices.of(
            List.of(segment(0, -1, -9, -2, -4), segment(1, -100, -300, -100, -700)), 1, 0.9, 0.25);

    for (int s = 0; s < 2; s++) {
      List<Choice> own = recorded.choices().subList(4 * s, 4 * s + 4);
      double mean = own.stream().mapToDouble(Choice::advantage).average().orElseThrow();
      double squares =
          own.stream().mapToDouble(c -> c.advantage() * c.advantage()).average().orElseThrow();
      assertThat(mean).isEqualTo(0, within(1e-9));
      assertThat(squares).isEqualTo(1, within(1e-6));
    }
  }

  @ParameterizedTest
  @CsvSource({
    // choices, share, decisions of replays, drawn
    "10000, 0.25, 4000, 1333",
    "10000, 0.5, 4000, 4000",
    "10, 0.25, 4000, 10",
    "10000, 0.25, 2, 0",
    "10000, 0, 4000, 0",
    "0, 0.25, 4000, 0",
  })
  void noMoreAreDrawnThanTheShareAllows(int count, double share, int replayed, int drawn) {
    RecordedChoices recorded = choices(count, share);

    List<Choice> own = recorded.draw(replayed, new SplittableRandom(1));

    assertThat(own).hasSize(drawn).doesNotHaveDuplicates();
    assertThat(own).isEqualTo(recorded.draw(replayed, new SplittableRandom(1)));
  }

  @Test
  void drawingNothingTakesNoChance() {
    SplittableRandom asked = new SplittableRandom(3);
    RecordedChoices.NONE.draw(4_000, asked);

    assertThat(asked.nextLong()).isEqualTo(new SplittableRandom(3).nextLong());
    assertThat(RecordedChoices.NONE.isEmpty()).isTrue();
    assertThat(choices(3, 0).isEmpty()).isTrue();
    assertThat(choices(3, 0.1).isEmpty()).isFalse();
  }

  @Test
  void theDigestTellsChoicesApart() {
    assertThat(choices(3, 0.25).digest()).isEqualTo(choices(3, 0.25).digest());
    assertThat(choices(3, 0.25).digest()).isNotEqualTo(choices(4, 0.25).digest());
    assertThat(choices(3, 0.25).digest()).isNotEqualTo(choices(3, 0.2).digest());
  }

  @Test
  void allDecisionsCannotBeRecordedOnes() {
    assertThatThrownBy(() -> choices(3, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("share 1.0");
  }
}
