package io.rltune.daemon.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.tune.LiveWaits.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LiveVerdictTest {
  /**
   * Jobs whose plain waits come in waves of busy and idle hours and differ by orders of magnitude.
   *
   * @param ratio true ratio of our waits to plain Slurm's
   */
  private static LiveWaits waits(int count, double ratio, Random random) {
    List<Wait> jobs = new ArrayList<>();
    double busy = 1;
    for (int i = 0; i < count; i++) {
      busy = i % 15 == 0 ? Math.exp(random.nextGaussian()) : busy;
      double plain = 1_500 * busy * -Math.log(1 - random.nextDouble());
      jobs.add(new Wait(plain * ratio * (0.5 + random.nextDouble()), plain));
    }
    return new LiveWaits(jobs);
  }

  private static int takenBack(double before, double since, int jobs, int trials) {
    Random random = new Random(3);
    int worse = 0;
    for (int trial = 0; trial < trials; trial++) {
      worse +=
          LiveVerdict.of(waits(800, before, random), waits(jobs, since, random)).worse() ? 1 : 0;
    }
    return worse;
  }

  @Test
  void chanceAloneHardlyEverTakesAPolicyBack() {
    assertThat(takenBack(0.7, 0.7, 200, 200)).isLessThan(6);
    assertThat(takenBack(0.7, 0.7, 800, 100)).isLessThan(4);
  }

  /** It is looked at again and again; nine looks over a thousand jobs here. */
  @Test
  void norDoesLookingOften() {
    Random random = new Random(9);
    int worse = 0;
    for (int trial = 0; trial < 50; trial++) {
      LiveWaits before = waits(800, 0.7, random);
      LiveWaits since = waits(1_000, 0.7, random);
      boolean back = false;
      for (int look = 200; look <= 1_000; look += 100) {
        back |= LiveVerdict.of(before, new LiveWaits(since.jobs().subList(0, look))).worse();
      }
      worse += back ? 1 : 0;
    }
    assertThat(worse).isLessThan(4);
  }

  @Test
  void aPolicyThatWaitsAThirdLongerIsTakenBack() {
    assertThat(takenBack(0.7, 0.95, 400, 50)).isGreaterThan(45);
  }

  @Test
  void aBetterOneStays() {
    assertThat(takenBack(0.7, 0.55, 400, 50)).isZero();
  }

  @Test
  void aBusierWeekIsNoWorsePolicy() {
    Random random = new Random(5);
    LiveWaits before = waits(800, 0.7, random);
    List<Wait> busy = new ArrayList<>();
    waits(400, 0.7, random).jobs().forEach(w -> busy.add(new Wait(6 * w.waitS(), 6 * w.plainS())));

    assertThat(LiveVerdict.of(before, new LiveWaits(busy)).worse()).isFalse();
  }

  @Test
  void aFewJobsTellNothing() {
    LiveVerdict verdict =
        LiveVerdict.of(waits(800, 0.7, new Random(1)), waits(199, 9, new Random(1)));

    assertThat(verdict.known()).isFalse();
    assertThat(verdict.worse()).isFalse();
    assertThat(verdict.text()).contains("199 jobs so far");
  }

  @Test
  void withoutARecordBeforePlainSlurmItselfIsTheMeasure() {
    LiveWaits none = new LiveWaits(List.of());

    assertThat(LiveVerdict.of(none, waits(400, 1.4, new Random(1))).worse()).isTrue();
    assertThat(LiveVerdict.of(none, waits(400, 0.8, new Random(1))).worse()).isFalse();
  }

  @Test
  void aTailThatGrowsUnderAGoodMeanIsSeen() {
    Random random = new Random(2);
    List<Wait> since = new ArrayList<>(waits(500, 0.5, random).jobs());
    // One job in forty is starved.
    for (int i = 0; i < since.size(); i += 40) {
      since.set(i, new Wait(30_000, 2_000));
    }

    LiveVerdict verdict = LiveVerdict.of(waits(800, 0.9, random), new LiveWaits(since));

    assertThat(verdict.worse()).as(verdict.text()).isTrue();
    assertThat(verdict.text()).contains("three times as long");
  }

  @Test
  void whereNobodyWaitsNothingIsWorse() {
    List<Wait> idle = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      idle.add(new Wait(2, 0));
    }

    assertThat(LiveVerdict.of(new LiveWaits(idle), new LiveWaits(idle)).worse()).isFalse();
  }
}
