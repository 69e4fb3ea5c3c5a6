package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.train.GateVerdict.WindowFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GateVerdictTest {
  private static final int RUNS = 8;

  /**
   * Windows whose waits differ by orders of magnitude, as real ones do, and whose runs are alike.
   *
   * @param effect the candidate's true waits over those in force
   * @param noise deviation of the logarithm of that ratio from window to window
   */
  private static List<WindowFigures> windows(
      int count, double effect, double noise, Random random) {
    List<WindowFigures> windows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double inForce = RUNS * Math.exp(6 + 1.2 * random.nextGaussian());
      // The mean of the factor is the effect, whatever the noise.
      double ratio = effect * Math.exp(noise * random.nextGaussian() - noise * noise / 2);
      windows.add(
          new WindowFigures(
              RUNS, inForce * ratio, inForce, 4 * inForce * Math.min(1, ratio), 4 * inForce, 5, 5));
    }
    return windows;
  }

  private static int accepted(double effect, double noise, int trials) {
    Random random = new Random(7);
    int accepted = 0;
    for (int trial = 0; trial < trials; trial++) {
      accepted += GateVerdict.of(windows(40, effect, noise, random)).accepted() ? 1 : 0;
    }
    return accepted;
  }

  @Test
  void aCandidateThatIsNoBetterHardlyEverPasses() {
    assertThat(accepted(1.0, 0.3, 400)).isLessThan(28);
  }

  @Test
  void aWorseOneNeverPasses() {
    assertThat(accepted(1.1, 0.2, 400)).isZero();
  }

  @Test
  void oneThatIsClearlyBetterPassesMostly() {
    assertThat(accepted(0.85, 0.2, 100)).isGreaterThan(90);
  }

  @Test
  void theSamePolicyIsNoBetter() {
    GateVerdict verdict = GateVerdict.of(windows(40, 1.0, 0, new Random(1)));

    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.reason()).contains("waits may be no shorter");
  }

  @Test
  void aHairBeyondDoubtIsNotWorthAChange() {
    GateVerdict verdict = GateVerdict.of(windows(40, 0.995, 0.001, new Random(1)));

    assertThat(verdict.waits().high()).isLessThan(1);
    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.reason()).contains("too little to change the policy");
  }

  @Test
  void fewWindowsTellNothingHoweverGood() {
    GateVerdict verdict = GateVerdict.of(windows(24, 0.1, 0, new Random(1)));

    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.reason()).contains("24 windows with 192 runs are too few");
  }

  @Test
  void shorterMeansDoNotPayForLongerTails() {
    List<WindowFigures> windows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      windows.add(new WindowFigures(RUNS, 500 + i, 1_000, 4_600, 4_000, 5, 5));
    }

    assertThat(GateVerdict.of(windows).reason()).contains("the longest waits may be longer");
  }

  @Test
  void norForAnEmptierCluster() {
    List<WindowFigures> windows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      windows.add(new WindowFigures(RUNS, 500 + i, 1_000, 4_000, 4_000, 4.6, 5));
    }

    assertThat(GateVerdict.of(windows).reason()).contains("the cluster may be emptier");
  }

  @Test
  void whereNothingWaitsNothingIsProved() {
    List<WindowFigures> windows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      windows.add(new WindowFigures(RUNS, 0, 0, 0, 0, 5, 5));
    }

    assertThat(GateVerdict.of(windows).accepted()).isFalse();
  }
}
