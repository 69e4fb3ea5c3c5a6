package io.rltune.sim.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayMetricsTest {
  /** Waits 0, 50, 150; runs 100, 50, 5. */
  private static final List<FinishedJob> JOBS =
      List.of(
          new FinishedJob(10, 10, 110, 4, "a", true),
          new FinishedJob(10, 60, 110, 2, "a", true),
          new FinishedJob(60, 210, 215, 8, "b", false));

  private static ReplayMetrics metrics() {
    return ReplayMetrics.of("p", JOBS, 8, 0.25, 3, 1.5);
  }

  @Test
  void waitsAndPercentiles() {
    assertThat(metrics().meanWaitS()).isCloseTo(200.0 / 3, within(1e-9));
    assertThat(metrics().p50WaitS()).isEqualTo(50);
    // Rank 1.8 of 0, 50, 150.
    assertThat(metrics().p90WaitS()).isCloseTo(130, within(1e-9));
    assertThat(metrics().p99WaitS()).isCloseTo(148, within(1e-9));
    assertThat(metrics().maxWaitS()).isEqualTo(150);
  }

  @Test
  void completionTimeAndMakespan() {
    assertThat(metrics().meanJctS()).isCloseTo((100 + 100 + 155) / 3.0, within(1e-9));
    assertThat(metrics().makespanS()).isEqualTo(205);
  }

  @Test
  void boundedSlowdownHasAFloorOfTenSeconds() {
    // 100/100, 100/50, 155/10 and not 155/5.
    assertThat(metrics().meanBsld()).isCloseTo((1 + 2 + 15.5) / 3, within(1e-9));
    assertThat(ReplayMetrics.boundedSlowdown(new FinishedJob(0, 1, 3, 1, "a", true))).isEqualTo(1);
  }

  @Test
  void utilisationIsBusyOverTheWholeSpan() {
    double busy = 4 * 100 + 2 * 50 + 8 * 5;
    assertThat(metrics().gpuUtilization()).isCloseTo(busy / (8 * 205), within(1e-9));
  }

  @Test
  void utilisationWhileJobsComeLeavesTheEndOut() {
    // Until second 50 the first job had four GPUs, and nothing else ran.
    assertThat(metrics().arrivalUtilization()).isCloseTo(4 * 50 / (8 * 50.0), within(1e-9));
  }

  @Test
  void jainComparesTheMeanSlowdownsOfAccounts() {
    double a = 1.5;
    double b = 15.5;
    assertThat(metrics().jainFairness())
        .isCloseTo((a + b) * (a + b) / (2 * (a * a + b * b)), within(1e-9));
  }

  @Test
  void jsonHasTheDocumentedNamesInOrder() {
    assertThat(metrics().toJson().keySet())
        .containsExactly(
            "policy",
            "jobs",
            "mean_wait_s",
            "p50_wait_s",
            "p90_wait_s",
            "p99_wait_s",
            "max_wait_s",
            "mean_jct_s",
            "mean_bsld",
            "gpu_utilization",
            "arrival_utilization",
            "makespan_s",
            "fragmentation",
            "jain_fairness",
            "decisions",
            "wall_s");
    assertThat(metrics().toJson()).containsEntry("jobs", 3).containsEntry("fragmentation", 0.25);
  }

  @Test
  void whatWasNotObservedIsNullInJson() {
    ReplayMetrics metrics = ReplayMetrics.of("p", JOBS, 8, Double.NaN, 3, 1.5);
    assertThat(metrics.toJson()).containsEntry("fragmentation", null);
  }

  @Test
  void noJobsAreNoResult() {
    assertThatThrownBy(() -> ReplayMetrics.of("p", List.of(), 8, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("policy p");
  }

  @Test
  void timesOutOfOrderAreRefused() {
    assertThatThrownBy(() -> new FinishedJob(10, 5, 20, 1, "a", true))
        .hasMessageContaining("10.0, 5.0, 20.0");
    assertThatThrownBy(() -> new FinishedJob(0, Double.NaN, 20, 1, "a", true))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
