package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.Placement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The solver begins from the last plan, and believes nothing of it. */
class LastStartsTest {
  private static Cluster cluster() {
    return new Cluster()
        .node("n1", "a100", 4)
        .node("n2", "a100", 4)
        .running(9, 2, 600, "n1")
        .pending(1, 0.9, 2)
        .pending(2, 0.8, 4);
  }

  @Test
  void whatIsNoLongerPossibleDoesNoHarm() {
    Plan fresh = cluster().plan();
    List<Placement> wrong =
        List.of(
            start(1, "n1", 7),
            start(1, "n2", 2),
            start(2, "gone", 4),
            start(77, "n1", 1),
            start(2, "n1", 4),
            start(2, "n2", -4));

    Plan plan = cluster().plan(PlannerSettings.DEFAULT, PlanContext.EMPTY.withLastStarts(wrong));

    assertThat(plan.starts()).isEqualTo(fresh.starts());
    assertThat(plan.starts()).hasSize(2);
  }

  @Test
  void aPlanThatIsAsGoodIsKept() {
    Plan first = cluster().plan();

    Plan second =
        cluster().plan(PlannerSettings.DEFAULT, PlanContext.EMPTY.withLastStarts(first.starts()));

    assertThat(second.starts()).isEqualTo(first.starts());
  }

  private static Placement start(long job, String node, int gpus) {
    return new Placement(job, new TreeMap<>(Map.of(node, gpus)));
  }
}
