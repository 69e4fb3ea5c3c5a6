package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.Plan.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderHysteresisTest {
  private final Map<Long, Long> priorities = new HashMap<>();
  private final Map<Long, String> qos = new HashMap<>();

  private RankedJob job(long id, double score, long priority, Role role) {
    priorities.put(id, priority);
    qos.putIfAbsent(id, "normal");
    return new RankedJob(id, score, role);
  }

  private RankedJob waiting(long id, double score, long priority) {
    return job(id, score, priority, Role.WAITS);
  }

  private List<Long> settle(double band, RankedJob... order) {
    return settle(new OrderHysteresis(band), order);
  }

  private List<Long> settle(OrderHysteresis hysteresis, RankedJob... order) {
    return hysteresis.settle(List.of(order), job -> priorities.get(job.jobId()), qos::get).stream()
        .map(RankedJob::jobId)
        .toList();
  }

  @Test
  void jobsThatAllStartKeepThePresentOrder() {
    assertThat(
            settle(
                0,
                job(1, 0.9, 10, Role.STARTS_NOW),
                job(2, 0.1, 30, Role.STARTS_NOW),
                job(3, 0.5, 20, Role.STARTS_NOW),
                waiting(4, 1.0, 99)))
        .containsExactly(2L, 3L, 1L, 4L);
  }

  @Test
  void nearlyEqualScoresKeepThePresentOrder() {
    assertThat(
            settle(
                0.125,
                waiting(1, 1.0, 10),
                waiting(2, 0.74, 20),
                waiting(3, 0.70, 30),
                waiting(4, 0.65, 40),
                waiting(5, 0.62, 60),
                waiting(6, 0.0, 50)))
        .as("steps of 0.125: from 0.625 to 0.75 is one of them, and nothing creeps out of it")
        .containsExactly(1L, 4L, 3L, 2L, 5L, 6L);
  }

  @Test
  void aJobNearAnEdgeDoesNotGoToAndFro() {
    OrderHysteresis steady = new OrderHysteresis(0.125);
    RankedJob top = waiting(8, 1.0, 90);
    RankedJob bottom = waiting(9, 0.0, 10);
    assertThat(settle(steady, top, waiting(1, 0.63, 30), waiting(2, 0.62, 20), bottom))
        .containsExactly(8L, 1L, 2L, 9L);
    assertThat(settle(steady, top, waiting(2, 0.64, 20), waiting(1, 0.61, 30), bottom))
        .as("both moved, each by less than half a step beyond its own")
        .containsExactly(8L, 1L, 2L, 9L);
    assertThat(settle(steady, top, waiting(2, 0.70, 20), waiting(1, 0.40, 30), bottom))
        .as("what really changed is followed")
        .containsExactly(8L, 2L, 1L, 9L);
  }

  @Test
  void aJobThatComesOrGoesWithAnExtremeScoreMovesNoOther() {
    OrderHysteresis steady = new OrderHysteresis(0.125);
    RankedJob[] queue = {
      waiting(8, 1.0, 90), waiting(1, 0.72, 20), waiting(2, 0.70, 30), waiting(7, 0.4, 15)
    };
    assertThat(settle(steady, queue)).containsExactly(8L, 2L, 1L, 7L);
    assertThat(settle(steady, queue[0], queue[1], queue[2], queue[3], waiting(9, 0.2, 10)))
        .containsExactly(8L, 2L, 1L, 7L, 9L);
  }

  @Test
  void withoutABandWaitingJobsStayAsThePolicyHasThem() {
    assertThat(settle(0, waiting(1, 1.0, 10), waiting(2, 1.0, 20), waiting(3, 0.0, 5)))
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void tiersAndReservedJobsAreNeverMixed() {
    qos.put(1L, "high");
    assertThat(
            settle(
                0.5,
                waiting(1, 0.5, 10),
                waiting(2, 0.5, 20),
                waiting(3, 0.6, 30),
                waiting(9, 0.0, 1)))
        .as("another QOS, and a score that rises again, end a group")
        .containsExactly(1L, 2L, 3L, 9L);
    assertThat(
            settle(
                1,
                job(5, 0.9, 1, Role.RESERVED),
                job(6, 0.9, 2, Role.RESERVED),
                waiting(7, 0.9, 3)))
        .containsExactly(5L, 6L, 7L);
  }
}
