package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.GpuDemand;
import io.rltune.model.JobBuilder;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Jobs of any GPU type that ask for more nodes than any single type has. */
class JobsAcrossTypesTest {
  private static final GpuDemand EIGHT = GpuDemand.untyped(8);
  private static final PlannerSettings GUARD =
      PlannerSettings.DEFAULT.withOverdueAfterWalltimes(1).withOverdueAfterS(86_400);

  private static Cluster oneNodeOfEachType() {
    return new Cluster().node("a1", "a100", 4).node("v1", "v100", 4);
  }

  /** Asks for 30 s on two nodes of four GPUs, and waits since so long. */
  private static UnaryOperator<JobBuilder> wide(long waitedS) {
    return job -> job.nodeRange(2, 2).gpusPerNode(4).timeLimitS(30).submit(Cluster.NOW - waitedS);
  }

  @Test
  void areLeftToSlurmAtFirst() {
    Plan plan = oneNodeOfEachType().pending(1, 0.9, EIGHT, wide(10)).plan(GUARD, PlanContext.EMPTY);

    assertThat(plan.starts()).isEmpty();
    assertThat(plan.reservations()).isEmpty();
  }

  @Test
  void startOnNodesOfSeveralTypesOnceTheyAreOverdue() {
    Plan plan =
        oneNodeOfEachType()
            .pending(1, 0.1, EIGHT, wide(100))
            .pending(2, 0.9, 1)
            .plan(GUARD, PlanContext.EMPTY);

    assertThat(plan.starts())
        .singleElement()
        .satisfies(
            start -> {
              assertThat(start.jobId()).isEqualTo(1);
              assertThat(start.gpusByNode()).isEqualTo(Map.of("a1", 4, "v1", 4));
            });
    assertThat(plan.leases()).isEqualTo(plan.starts());
  }

  @Test
  void haveNodesOfSeveralTypesKeptOnceTheyAreOverdue() {
    Plan plan =
        oneNodeOfEachType()
            .running(9, 2, 600, "a1")
            .pending(1, 0.1, EIGHT, wide(100))
            .pending(2, 0.9, GpuDemand.untyped(1), job -> job.timeLimitS(3600))
            .pending(3, 0.8, GpuDemand.untyped(1), job -> job.timeLimitS(500))
            .plan(GUARD, PlanContext.EMPTY);

    assertThat(plan.reservations())
        .containsExactly(new Plan.Reservation(1, Cluster.NOW + 600, Set.of("a1", "v1")));
    assertThat(plan.starts()).extracting(start -> start.jobId()).containsExactly(3L);
  }

  @Test
  void keepToTheCapsOfTheirAccount() {
    Plan plan =
        oneNodeOfEachType()
            .pending(1, 0.1, EIGHT, job -> wide(100).apply(job).account("small"))
            .plan(GUARD.withAccountCaps(Map.of("small", 7)), PlanContext.EMPTY);

    assertThat(plan.starts()).isEmpty();
  }

  @Test
  void ofATypeWaitForThatType() {
    Plan plan =
        oneNodeOfEachType()
            .pending(1, 0.1, GpuDemand.of("a100", 8), wide(100))
            .plan(GUARD, PlanContext.EMPTY);

    assertThat(plan.starts()).isEmpty();
    assertThat(plan.reservations()).isEmpty();
  }

  @Test
  void ofCpusAloneTakeTheNodesWithTheFewestGpus() {
    Plan plan =
        new Cluster()
            .node("a1", "a100", 4)
            .node("t1", "t4", 1)
            .node("v1", "v100", 2)
            .pending(1, 0.1, GpuDemand.NONE, job -> wide(100).apply(job).gpusPerNode(0))
            .plan(GUARD, PlanContext.EMPTY);

    assertThat(plan.starts())
        .singleElement()
        .satisfies(start -> assertThat(start.gpusByNode()).containsOnlyKeys("t1", "v1"));
  }

  @Test
  void startUnderPlainSlurmToo() {
    PlainShadow shadow = new PlainShadow();

    shadow.observe(
        oneNodeOfEachType().pending(1, 0.1, EIGHT, wide(10)).snapshot(),
        job -> 1,
        job -> Double.NaN);

    assertThat(shadow.startOf(1)).hasValue(Cluster.NOW);
  }

  @Test
  void haveAForecast() {
    Cluster cluster = oneNodeOfEachType().running(9, 2, 600, "a1").pending(1, 0.9, EIGHT, wide(10));

    assertThat(
            StartForecast.of(
                cluster.snapshot(),
                cluster.plan(GUARD, PlanContext.EMPTY),
                StartForecast.Runtimes.TO_THE_LIMIT))
        .containsEntry(1L, Cluster.NOW + 600);
  }
}
