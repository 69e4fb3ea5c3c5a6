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
    return OrderHysteresis.settle(
            List.of(order), band, job -> priorities.get(job.jobId()), qos::get)
        .stream()
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
                0.025,
                waiting(1, 1.0, 10),
                waiting(2, 0.99, 20),
                waiting(3, 0.98, 30),
                waiting(4, 0.97, 40),
                waiting(5, 0.0, 50)))
        .as("a group is measured from its first: it cannot creep")
        .containsExactly(3L, 2L, 1L, 4L, 5L);
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
