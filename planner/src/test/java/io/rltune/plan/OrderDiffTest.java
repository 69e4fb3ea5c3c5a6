package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.plan.OrderDiff.Ranked;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderDiffTest {
  @Test
  void leavesAnOrderAlone() {
    assertThat(OrderDiff.changes(jobs(900, 500, 100), 1000)).isEmpty();
  }

  @Test
  void movesOnlyTheJobThatIsOutOfOrder() {
    List<Ranked> changes = OrderDiff.changes(jobs(900, 100, 500, 300, 200), 10);

    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).jobId()).isEqualTo(2);
    assertThat(changes.get(0).priority()).isBetween(501L, 899L);
  }

  @Test
  void putsANewHeadAboveTheRest() {
    List<Ranked> changes = OrderDiff.changes(jobs(100, 900, 500), 1000);

    assertThat(changes).containsExactly(new Ranked(1, 1900));
  }

  @Test
  void makesRoomWherePrioritiesAreEqual() {
    List<Ranked> order = jobs(700, 700, 700, 700);

    assertThat(after(order, OrderDiff.changes(order, 1000)))
        .isSortedAccordingTo((a, b) -> Long.compare(b, a))
        .doesNotHaveDuplicates();
  }

  @Test
  void neverAimsAtZeroOrOne() {
    List<Ranked> order = jobs(1, 1, 1, 2, 1, 3, 1);

    assertThat(after(order, OrderDiff.changes(order, 1000)))
        .allMatch(priority -> priority >= OrderDiff.MIN_PRIORITY);
  }

  @Test
  void alwaysEndsStrictlyFallingWithFewChanges() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 5000; round++) {
      int n = 1 + random.nextInt(40);
      int span = 1 + random.nextInt(200_000);
      long gap = 1 + random.nextInt(2000);
      List<Ranked> order = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        order.add(new Ranked(i + 1, 1 + random.nextInt(span)));
      }
      List<Ranked> changes = OrderDiff.changes(order, gap);
      List<Long> result = after(order, changes);
      for (int i = 1; i < n; i++) {
        assertThat(result.get(i))
            .as("round %d: %s -> %s", round, order, result)
            .isLessThan(result.get(i - 1));
      }
      assertThat(result).allMatch(priority -> priority >= OrderDiff.MIN_PRIORITY);
      assertThat(OrderDiff.changes(apply(order, changes), gap)).as("a second pass").isEmpty();
    }
  }

  private static List<Ranked> jobs(long... priorities) {
    List<Ranked> jobs = new ArrayList<>();
    for (long priority : priorities) {
      jobs.add(new Ranked(jobs.size() + 1, priority));
    }
    return jobs;
  }

  private static List<Ranked> apply(List<Ranked> order, List<Ranked> changes) {
    Map<Long, Long> changed = new HashMap<>();
    changes.forEach(change -> changed.put(change.jobId(), change.priority()));
    return order.stream()
        .map(job -> new Ranked(job.jobId(), changed.getOrDefault(job.jobId(), job.priority())))
        .toList();
  }

  private static List<Long> after(List<Ranked> order, List<Ranked> changes) {
    return apply(order, changes).stream().map(Ranked::priority).toList();
  }
}
