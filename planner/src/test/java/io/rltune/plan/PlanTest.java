package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.plan.Plan.Reservation;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PlanTest {
  /** Room beside a blocked job is given in this order, so that the same input gives one plan. */
  @Test
  void aReservationHasItsNodesInNameOrderInEveryProcess() {
    List<String> names = IntStream.range(10, 40).mapToObj(i -> "n" + i).toList();
    assertThat(new Reservation(1, 0, Set.copyOf(names)).nodes()).containsExactlyElementsOf(names);
  }
}
