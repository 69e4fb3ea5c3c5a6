package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.GpuDemand;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartForecastTest {
  private static final long NOW = Cluster.NOW;
  private static final StartForecast.Runtimes HALF = (job, limitS) -> limitS / 2;

  private static Map<Long, Long> forecast(Cluster cluster, StartForecast.Runtimes runtimes) {
    return StartForecast.of(cluster.snapshot(), cluster.plan(), runtimes);
  }

  @Test
  void whatThePlanStartsStartsNow() {
    Cluster cluster = new Cluster().node("n1", "a100", 4).pending(1, 1, 2);

    assertThat(forecast(cluster, StartForecast.Runtimes.TO_THE_LIMIT)).containsEntry(1L, NOW);
  }

  @Test
  void aBlockedJobStartsWhenEnoughGpusAreFree() {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .running(50, 2, 600, "n1")
            .running(51, 2, 900, "n1")
            .pending(1, 1, 4);

    assertThat(forecast(cluster, StartForecast.Runtimes.TO_THE_LIMIT)).containsEntry(1L, NOW + 900);
    assertThat(forecast(cluster, HALF)).containsEntry(1L, NOW + 450);
  }

  @Test
  void jobsQueueUpInThePlansOrder() {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .running(50, 4, 600, "n1")
            .pending(2, 0.5, GpuDemand.untyped(4), job -> job.timeLimitS(1000))
            .pending(1, 1, GpuDemand.untyped(4), job -> job.timeLimitS(3000));

    assertThat(forecast(cluster, StartForecast.Runtimes.TO_THE_LIMIT))
        .containsEntry(1L, NOW + 600)
        .containsEntry(2L, NOW + 3600);
  }

  @Test
  void aJobBehindFillsAHoleOnlyIfItDoesNotDelayTheFirst() {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .running(50, 2, 600, "n1")
            .running(51, 2, 2000, "n1")
            .pending(1, 1, 4)
            .pending(2, 0.5, GpuDemand.untyped(2), job -> job.timeLimitS(1200))
            .pending(3, 0.4, GpuDemand.untyped(2), job -> job.timeLimitS(1500));

    Map<Long, Long> starts = forecast(cluster, StartForecast.Runtimes.TO_THE_LIMIT);

    assertThat(starts).containsEntry(2L, NOW + 600).containsEntry(1L, NOW + 2000);
    assertThat(starts.get(3L)).isGreaterThan(NOW + 2000);
  }

  @Test
  void behindAJobWithoutALimitThereIsNoForecast() {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .pending(1, 1, GpuDemand.untyped(4), job -> job.timeLimitS(Long.MAX_VALUE))
            .pending(2, 0.5, 4);

    assertThat(forecast(cluster, StartForecast.Runtimes.TO_THE_LIMIT)).containsOnlyKeys(1L);
  }

  @Test
  void aJobThatNeverFitsIsLeftOutAndHoldsNobodyUp() {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .running(50, 4, 600, "n1")
            .pending(1, 1, GpuDemand.untyped(8), job -> job)
            .pending(2, 0.5, 4);

    assertThat(forecast(cluster, StartForecast.Runtimes.TO_THE_LIMIT))
        .containsOnlyKeys(2L)
        .containsEntry(2L, NOW + 600);
  }
}
