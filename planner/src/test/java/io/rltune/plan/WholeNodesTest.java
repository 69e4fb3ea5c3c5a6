package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobBuilder;
import io.rltune.model.JobConstraints;
import io.rltune.model.Placement;
import io.rltune.plan.NodeSurvey.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that share their nodes with no other: {@code --exclusive} and {@code --mem=0}. */
class WholeNodesTest {
  private static List<Arguments> whole() {
    return List.of(
        Arguments.of("exclusive", (UnaryOperator<JobBuilder>) job -> job.exclusive(true)),
        Arguments.of("all memory", (UnaryOperator<JobBuilder>) job -> job.wholeNodeMemory(true)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("whole")
  void takesTheIdleNodeAndNoOtherJobComesBeside(String what, UnaryOperator<JobBuilder> asks) {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 8)
            .node("n2", "a100", 8)
            .running(9, 1, 600, "n1")
            .pending(1, 0.9, GpuDemand.untyped(2), asks)
            .pending(2, 0.8, 2)
            .plan();

    assertThat(plan.leases())
        .containsExactlyInAnyOrder(placement(1, "n2", 2), placement(2, "n1", 2));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("whole")
  void waitsForTheLastJobOnANode(String what, UnaryOperator<JobBuilder> asks) {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 8)
            .running(8, 1, 900, "n1")
            .running(9, 1, 600, "n1")
            .pending(1, 0.9, GpuDemand.untyped(2), asks);

    Plan plan = cluster.plan();

    assertThat(plan.starts()).isEmpty();
    assertThat(plan.reservations())
        .singleElement()
        .satisfies(kept -> assertThat(kept.shadowTime()).isEqualTo(Cluster.NOW + 900));
    Job job = cluster.snapshot().pendingJobs().get(0);
    assertThat(NodeSurvey.of(cluster.snapshot(), plan, job).count(Verdict.NOT_IDLE)).isEqualTo(1);
  }

  @Test
  void severalWholeNodesAreExactlyAsManyAsAskedFor() {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .node("n2", "a100", 4)
            .node("n3", "a100", 4)
            .running(9, 1, 600, "n2")
            .pending(1, 0.9, GpuDemand.untyped(8), j -> j.exclusive(true).nodeRange(2, 2))
            .plan();

    assertThat(plan.leases())
        .containsExactly(new Placement(1, new TreeMap<>(Map.of("n1", 4, "n3", 4))));
  }

  @Test
  void aStandingLeaseOfAWholeNodeKeepsAllOfIt() {
    JobConstraints leased = new JobConstraints(List.of("n1"), List.of(), "", "", "", "", "");
    Plan plan =
        new Cluster()
            .node("n1", "a100", 8)
            .pending(1, 0.1, GpuDemand.untyped(1), j -> j.exclusive(true).constraints(leased))
            .pending(2, 0.9, 1)
            .plan(
                PlannerSettings.DEFAULT,
                new PlanContext(Map.of(1L, List.of("n1")), Map.of(), Set.of()));

    assertThat(plan.starts()).containsExactly(placement(1, "n1", 1));
    assertThat(plan.drops()).isEmpty();
  }

  @Test
  void aLeaseOfAWholeNodeIsDroppedWhenAnotherJobStartsThere() {
    JobConstraints leased = new JobConstraints(List.of("n1"), List.of(), "", "", "", "", "");
    Plan plan =
        new Cluster()
            .node("n1", "a100", 8)
            .running(9, 1, 600, "n1")
            .pending(1, 0.1, GpuDemand.untyped(1), j -> j.exclusive(true).constraints(leased))
            .plan(
                PlannerSettings.DEFAULT,
                new PlanContext(Map.of(1L, List.of("n1")), Map.of(), Set.of()));

    assertThat(plan.drops()).containsEntry(1L, "node n1 was taken by another job");
  }

  private static Placement placement(long job, String node, int gpus) {
    return new Placement(job, new TreeMap<>(Map.of(node, gpus)));
  }
}
