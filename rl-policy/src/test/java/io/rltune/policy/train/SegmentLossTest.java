package io.rltune.policy.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentLossTest {
  private static final int[] OFFSETS = {0, 1, 4, 9, 11, 20};

  @Test
  void probabilitiesOfASegmentAddUpToOneHoweverLargeTheOutputs() {
    double[] logs = RaggedSoftmax.logProbabilities(new double[] {7, 1e6, 1e6, -1e6}, 1, 4);
    assertThat(Math.exp(logs[0])).isEqualTo(0.5, within(1e-12));
    assertThat(Arrays.stream(logs).map(Math::exp).sum()).isEqualTo(1, within(1e-12));
  }

  @Test
  void anEmptySegmentIsRefused() {
    assertThatThrownBy(() -> RaggedSoftmax.logProbabilities(new double[3], 2, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 2");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 3})
  void imitationGradientIsThatOfFiniteDifferences(double temperature) {
    SplittableRandom random = new SplittableRandom(1);
    assertGradient(new ImitationLoss(randomOutputs(random), temperature), randomOutputs(random));
  }

  @Test
  void imitationIsDoneWhereOutputsAreTheTeachersUpToAShift() {
    double[] teacher = randomOutputs(new SplittableRandom(2));
    double[] shifted = Arrays.stream(teacher).map(score -> score / 2 + 5).toArray();
    double[] gradient = new double[teacher.length];
    new ImitationLoss(teacher, 2).evaluate(shifted, OFFSETS, gradient);
    for (double slope : gradient) {
      assertThat(slope).isEqualTo(0, within(1e-12));
    }
  }

  @Test
  void choicesOfAnOlderPolicyTeachWithoutCountingAsAMove() {
    double[] outputs = {1, 0, 1, 0};
    int[] offsets = {0, 2, 4};
    int[][] picks = {{0}, {1}};
    double[][] old = {
      logProbabilities(outputs, 0, 2, picks[0]), {Math.log(0.9)}, // it was likelier then
    };
    double[] both = new double[4];
    double[] first = new double[4];
    PpoLoss all = new PpoLoss(picks, new double[] {1, 1}, old, 0.2, 0, 1);
    PpoLoss counting = new PpoLoss(picks, new double[] {1, 1}, old, 0.2, 0, 1).countingFirst(1);

    all.evaluate(outputs, offsets, both);
    counting.evaluate(outputs, offsets, first);

    assertThat(first).isEqualTo(both);
    assertThat(first[3]).isNegative();
    assertThat(all.divergence()).isPositive();
    assertThat(counting.divergence()).isEqualTo(0, within(1e-12));
    assertThat(counting.clippedShare()).isZero();
  }

  @Test
  void theCallOfAChoiceEndsOnceThePolicyHasMovedThatWay() {
    double[] outputs = {2, 0};
    double[] gradient = new double[2];
    double[][] old = {{Math.log(0.5)}};

    new PpoLoss(new int[][] {{0}}, new double[] {1}, old, 0.2, 0, 1)
        .evaluate(outputs, new int[] {0, 2}, gradient);

    assertThat(gradient).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.03})
  void ppoGradientIsThatOfFiniteDifferencesOnEitherSideOfTheClip(double entropyCoefficient) {
    SplittableRandom random = new SplittableRandom(3);
    double[] outputs = randomOutputs(random);
    int[][] picks = {{0}, {2, 0}, {1}, {0}, {7, 3, 1}};
    double[] advantages = {1, -0.7, 0.9, 1.3, -1.1};
    // Ratios 1, 1.5 (bad and grown: not clipped), 0.95, 1.5 (clipped), 0.5 (clipped).
    double[] ratios = {1, 1.5, 0.95, 1.5, 0.5};
    double[][] old = new double[5][];
    for (int s = 0; s < 5; s++) {
      old[s] = logProbabilities(outputs, OFFSETS[s], OFFSETS[s + 1], picks[s]);
      for (int k = 0; k < old[s].length; k++) {
        old[s][k] -= Math.log(ratios[s]);
      }
    }
    assertGradient(new PpoLoss(picks, advantages, old, 0.2, entropyCoefficient, 1), outputs);
    double[] flat = Arrays.stream(outputs).map(z -> z / 3).toArray();
    assertGradient(new PpoLoss(picks, advantages, old, 0.2, entropyCoefficient, 3), flat);
  }

  @Test
  void ppoDoesNotPushAChoiceThatHasMovedFarEnough() {
    double[] outputs = {2, 0, 0};
    double[] gradient = new double[3];
    double[] logs = RaggedSoftmax.logProbabilities(outputs, 0, 3);
    PpoLoss loss =
        new PpoLoss(
            new int[][] {{0}},
            new double[] {1},
            new double[][] {{logs[0] - Math.log(1.3)}},
            0.2,
            0,
            1);
    assertThat(loss.evaluate(outputs, new int[] {0, 3}, gradient)).isEqualTo(-1.2, within(1e-12));
    for (double slope : gradient) {
      assertThat(slope).isEqualTo(0, within(0.0));
    }
  }

  @Test
  void ppoRefusesArraysOfDifferentLengths() {
    assertThatThrownBy(() -> new PpoLoss(new int[2][], new double[1], new double[2][], 0.2, 0, 1))
        .hasMessageContaining("2 actions, 1 advantages");
    PpoLoss loss = new PpoLoss(new int[1][], new double[1], new double[1][], 0.2, 0, 1);
    assertThatThrownBy(() -> loss.evaluate(new double[2], new int[] {0, 1, 2}, new double[2]))
        .hasMessageContaining("2 segments but 1 actions");
  }

  /** Of picks one after the other, each among those left: written out without any trick. */
  private static double[] logProbabilities(double[] outputs, int from, int to, int[] picks) {
    double[] logs = new double[picks.length];
    double left = 0;
    for (int row = from; row < to; row++) {
      left += Math.exp(outputs[row]);
    }
    for (int k = 0; k < picks.length; k++) {
      logs[k] = outputs[from + picks[k]] - Math.log(left);
      left -= Math.exp(outputs[from + picks[k]]);
    }
    return logs;
  }

  private static double[] randomOutputs(SplittableRandom random) {
    return random.doubles(OFFSETS[OFFSETS.length - 1], -2, 2).toArray();
  }

  private static void assertGradient(SegmentLoss loss, double[] outputs) {
    double[] gradient = new double[outputs.length];
    double[] unused = new double[outputs.length];
    loss.evaluate(outputs, OFFSETS, gradient);
    assertThat(Arrays.stream(gradient).map(Math::abs).max().orElse(0)).isGreaterThan(0.01);
    double step = 1e-6;
    for (int row = 0; row < outputs.length; row++) {
      double[] moved = outputs.clone();
      moved[row] = outputs[row] + step;
      double above = loss.evaluate(moved, OFFSETS, unused);
      moved[row] = outputs[row] - step;
      double below = loss.evaluate(moved, OFFSETS, unused);
      assertThat(gradient[row]).isEqualTo((above - below) / (2 * step), within(1e-8));
    }
  }
}
