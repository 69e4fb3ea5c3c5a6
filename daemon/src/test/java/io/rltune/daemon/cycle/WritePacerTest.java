package io.rltune.daemon.cycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WritePacerTest {
  private long nanos;
  private final WritePacer pacer = new WritePacer(2, 30, () -> nanos);

  private void pass(double seconds) {
    nanos += (long) (seconds * TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void givesABurstThenTheRate() {
    assertThat(pacer.take(100)).isEqualTo(30);
    assertThat(pacer.take(1)).isZero();
    pass(3);
    assertThat(pacer.take(100)).isEqualTo(6);
  }

  @Test
  void urgentWritesGoAheadAndTheOthersWaitLonger() {
    assertThat(pacer.take(30)).isEqualTo(30);
    assertThat(pacer.takeUrgent(10)).isEqualTo(10);
    pass(4);
    assertThat(pacer.take(10)).as("still in debt").isZero();
    pass(3);
    assertThat(pacer.take(10)).isEqualTo(4);
    pass(1);
    assertThat(pacer.takeUrgent(1000)).as("never more than a burst ahead").isBetween(30, 32);
  }

  @Test
  void slowsDownWhenSlurmAsksOrIsSlowAndComesBack() {
    pacer.slowDown();
    assertThat(pacer.take(5)).isZero();
    assertThat(pacer.rate()).isEqualTo(1);
    long begin = pacer.begin();
    pass(21);
    pacer.answered(10, begin);
    assertThat(pacer.rate()).isEqualTo(0.5);
    for (int i = 0; i < 10; i++) {
      pacer.slowDown();
    }
    assertThat(pacer.rate()).as("it never stops for good").isEqualTo(0.2);
    for (int i = 0; i < 40; i++) {
      pacer.answered(1, pacer.begin());
    }
    assertThat(pacer.rate()).isCloseTo(2, within(1e-9));
  }
}
