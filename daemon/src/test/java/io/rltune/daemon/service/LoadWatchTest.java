package io.rltune.daemon.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.cycle.CommitReport;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.plan.PlanContext;
import io.rltune.policy.features.FeatureRows;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadWatchTest {
  private LoadWatch watch;

  @BeforeEach
  void withAnIntervalOfTwoSeconds() throws Exception {
    watch = new LoadWatch(ConfigTexts.config("daemon: {interval: 2s}\n"));
  }

  private void cycle(double ms) {
    watch.observe(
        new CycleReport(
            1,
            0,
            Optional.empty(),
            PlanContext.EMPTY,
            FeatureRows.NONE,
            "",
            Map.of(),
            Optional.empty(),
            CommitReport.NOTHING,
            "",
            0,
            ms));
  }

  @Test
  void threeSlowCyclesInARowAreSaid() {
    cycle(2500);
    cycle(2500);
    assertThat(watch.problem()).isEmpty();

    cycle(2500);

    assertThat(watch.problem()).contains("2.5 s", "daemon.interval (2 s)");
  }

  @Test
  void oneThatKeepsUpEndsIt() {
    cycle(2500);
    cycle(2500);
    cycle(2500);
    cycle(1900);

    assertThat(watch.problem()).isEmpty();
  }

  @Test
  void aFirstSlowCycleMeansNothing() {
    cycle(9000);
    cycle(100);

    assertThat(watch.problem()).isEmpty();
    assertThat(watch.lastMs()).isEqualTo(100);
  }
}
