package io.rltune.daemon.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.ConfigTexts;
import io.rltune.slurm.ControllerLoad;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PollPaceTest {
  private static final double MIDDLE = 0.5;

  @Test
  void keepsTheIntervalWhileSlurmIsQuickAndAtEase() throws Exception {
    PollPace pace = pace("interval: 10s", MIDDLE);
    pace.succeeded(Duration.ofMillis(900));
    pace.load(new ControllerLoad(3, 0, 0));
    assertThat(pace.next()).isEqualTo(Duration.ofSeconds(10));
  }

  /** H2, H3, H5: at most a share of the time goes into reading. */
  @ParameterizedTest
  @CsvSource({
    "interval: 10s, 3000, 30",
    "interval: 10s, 30000, 60",
    "'interval: 10s, read_share: 0.5', 30000, 60",
    "'interval: 10s, read_share: 0.5', 8000, 16",
    "'interval: 10s, interval_max: 5m', 20000, 200",
    "interval: 120s, 3000, 120",
    "interval: 120s, 60000, 120",
  })
  void isStretchedWithTheTimeThatReadingTook(String settings, long readMs, long seconds)
      throws Exception {
    PollPace pace = pace(settings, MIDDLE);
    pace.succeeded(Duration.ofMillis(readMs));
    assertThat(pace.steady()).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void isStretchedWhileTheControllerHasAQueueAndComesBack() throws Exception {
    PollPace pace = pace("interval: 10s", MIDDLE);
    pace.load(new ControllerLoad(0, 250, 0));
    assertThat(pace.steady()).isEqualTo(Duration.ofSeconds(20));
    pace.load(new ControllerLoad(0, 1_000_000, 0));
    assertThat(pace.steady()).as("at most daemon.interval_max").isEqualTo(Duration.ofMinutes(1));
    pace.load(new ControllerLoad(0, 0, 0));
    assertThat(pace.steady()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void doublesWithEachFailureAndOpensTheCircuitAtTheThird() throws Exception {
    PollPace pace = pace("interval: 10s, backoff_max: 90s", MIDDLE);
    long[] expected = {20, 40, 80, 90, 90};
    for (int i = 0; i < expected.length; i++) {
      pace.failed();
      assertThat(pace.next()).isEqualTo(Duration.ofSeconds(expected[i]));
      assertThat(pace.isOpen()).isEqualTo(i >= 2);
    }
    pace.succeeded(Duration.ofMillis(5));
    assertThat(pace.isOpen()).isFalse();
    assertThat(pace.next()).isEqualTo(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @CsvSource({"0.0, 9500", "0.5, 10000", "1.0, 10500"})
  void chanceKeepsClientsOutOfStep(double chance, long millis) throws Exception {
    assertThat(pace("interval: 10s", chance).next()).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void isNeverLongerThanTheWatchdogIsTold() throws Exception {
    PollPace pace = pace("interval: 1s, interval_max: 3m, jitter: 0.5", 1);
    pace.succeeded(Duration.ofHours(1));
    assertThat(pace.next()).isLessThanOrEqualTo(pace.longestWait());
    for (int i = 0; i < 80; i++) {
      pace.failed();
      assertThat(pace.next()).isPositive().isLessThanOrEqualTo(pace.longestWait());
    }
  }

  private static PollPace pace(String daemon, double chance) throws ConfigException {
    return new PollPace(ConfigTexts.config("daemon: {" + daemon + "}\n"), () -> chance);
  }
}
