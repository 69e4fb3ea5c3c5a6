package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.GpuDemand;
import io.rltune.model.JobConstraints;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.Plan.Role;
import io.rltune.solver.SolveLimits;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerTest {
  private static List<Long> order(Plan plan) {
    return plan.order().stream().map(RankedJob::jobId).toList();
  }

  private static List<Long> starts(Plan plan) {
    return plan.starts().stream().map(start -> start.jobId()).sorted().toList();
  }

  private static PlannerSettings reserving(double walltimes) {
    return PlannerSettings.DEFAULT
        .withOverdueAfterWalltimes(walltimes)
        .withOverdueAfterS(86_400)
        .withLimits(new SolveLimits(60_000, 0));
  }

  @Test
  void whatCanStartNowRanksFirstThenThePolicysOrder() {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .running(9, 2, 600, "n1")
            .pending(1, 0.9, 4)
            .pending(2, 0.5, 3)
            .pending(3, 0.2, GpuDemand.untyped(2), job -> job.timeLimitS(500))
            .plan();

    assertThat(starts(plan)).containsExactly(3L);
    assertThat(order(plan)).containsExactly(3L, 1L, 2L);
    assertThat(plan.order().get(0).role()).isEqualTo(Role.STARTS_NOW);
  }

  @Test
  void aTypedJobGetsItsTypeAndAnUntypedOneLeavesTheScarceTypeAlone() {
    Plan plan =
        new Cluster()
            .node("a1", "a100", 2)
            .node("v1", "v100", 2)
            .pending(1, 0.9, 2)
            .pending(2, 0.8, GpuDemand.of("a100", 2), job -> job)
            .plan();

    assertThat(plan.starts())
        .extracting(start -> start.gpusByNode().firstKey())
        .containsExactlyInAnyOrder("v1", "a1");
    assertThat(starts(plan)).containsExactly(1L, 2L);
  }

  @Test
  void theFirstBlockedJobIsNotDelayedByWhatStartsNow() {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .running(9, 2, 600, "n1")
            .pending(1, 0.9, 4)
            .pending(2, 0.2, GpuDemand.untyped(2), job -> job.timeLimitS(3600))
            .plan();

    assertThat(starts(plan)).isEmpty();
    assertThat(plan.reservations()).extracting(Plan.Reservation::jobId).containsExactly(1L);
  }

  @Test
  void jobsBeforeTheFirstBlockedOneAreNotHeldBackForIt() {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .running(9, 2, 600, "n1")
            .pending(1, 0.9, GpuDemand.untyped(2), job -> job.timeLimitS(3600))
            .pending(2, 0.5, 4)
            .plan();

    assertThat(starts(plan)).containsExactly(1L);
    assertThat(plan.reservations())
        .containsExactly(new Plan.Reservation(2, Cluster.NOW + 3600, Set.of("n1")));
  }

  @Test
  void aJobThatFitsAloneIsBlockedByThoseThatStartBeforeIt() {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .pending(1, 0.9, GpuDemand.untyped(3), job -> job.timeLimitS(600))
            .pending(2, 0.8, 4)
            .pending(3, 0.7, GpuDemand.untyped(1), job -> job.timeLimitS(3600))
            .plan();

    assertThat(starts(plan)).containsExactly(1L);
    assertThat(plan.reservations())
        .containsExactly(new Plan.Reservation(2, Cluster.NOW + 600, Set.of("n1")));
  }

  @ParameterizedTest
  @CsvSource({"4, 2 3", "7, 2", "8, ''"})
  void whatABlockedJobLeavesOfItsNodesGoesToTheNextThatRunLong(int blocked, String expected) {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 8)
            .running(9, 5, 600, "n1")
            .pending(1, 0.9, blocked)
            .pending(2, 0.5, GpuDemand.untyped(1), job -> job.timeLimitS(3600))
            .pending(3, 0.4, GpuDemand.untyped(1), job -> job.timeLimitS(3600))
            .plan();

    assertThat(starts(plan))
        .containsExactlyElementsOf(
            Stream.of(expected.split(" ")).filter(id -> !id.isEmpty()).map(Long::valueOf).toList());
    assertThat(plan.reservations())
        .containsExactly(new Plan.Reservation(1, Cluster.NOW + 600, Set.of("n1")));
  }

  @Test
  void aJobBeyondTheCapsOfItsAccountBlocksNobody() {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .running(9, 2, 600, "n1")
            .pending(1, 0.9, GpuDemand.untyped(2), job -> job.account("capped"))
            .pending(2, 0.8, GpuDemand.untyped(4), job -> job.account("capped"))
            .pending(3, 0.5, GpuDemand.untyped(1), job -> job.timeLimitS(3600))
            .pending(4, 0.4, GpuDemand.untyped(1), job -> job.timeLimitS(3600))
            .plan(PlannerSettings.DEFAULT.withAccountCaps(Map.of("capped", 1)), PlanContext.EMPTY);

    assertThat(starts(plan)).containsExactly(3L, 4L);
    assertThat(plan.reservations()).isEmpty();
  }

  @Test
  void aBlockedJobCountsOnTheEndOfAJobWithAStandingLease() {
    JobConstraints leased = new JobConstraints(List.of("n1"), List.of(), "", "", "", "", "");
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .pending(1, 0.9, GpuDemand.untyped(2), job -> job.constraints(leased).timeLimitS(900))
            .pending(2, 0.8, 4)
            .plan(
                PlannerSettings.DEFAULT,
                new PlanContext(Map.of(1L, List.of("n1")), Map.of(), Set.of()));

    assertThat(starts(plan)).containsExactly(1L);
    assertThat(plan.reservations())
        .containsExactly(new Plan.Reservation(2, Cluster.NOW + 900, Set.of("n1")));
  }

  @Test
  void anOverdueJobComesFirstAndItsNodesAreKeptFromJobsThatRunTooLong() {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .running(9, 2, 600, "n1")
            .pending(
                1, 0.1, GpuDemand.untyped(4), job -> job.timeLimitS(30).submit(Cluster.NOW - 100))
            .pending(2, 0.9, GpuDemand.untyped(1), job -> job.timeLimitS(3600))
            .pending(3, 0.5, GpuDemand.untyped(1), job -> job.timeLimitS(500));

    Plan plan = cluster.plan(reserving(2), PlanContext.EMPTY);

    assertThat(starts(plan)).containsExactly(3L);
    assertThat(plan.reservations())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.jobId()).isEqualTo(1);
              assertThat(r.nodes()).containsExactly("n1");
              assertThat(r.shadowTime()).isEqualTo(Cluster.NOW + 600);
            });
    assertThat(order(plan)).containsExactly(3L, 1L, 2L);
  }

  @Test
  void aStandingLeaseKeepsItsNodesAndIsNotPlannedAnew() {
    JobConstraints leased = new JobConstraints(List.of("n1"), List.of(), "", "", "", "", "");
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .pending(1, 0.1, GpuDemand.untyped(3), job -> job.constraints(leased))
            .pending(2, 0.9, 2)
            .plan(
                PlannerSettings.DEFAULT,
                new PlanContext(Map.of(1L, List.of("n1")), Map.of(), Set.of()));

    assertThat(starts(plan)).containsExactly(1L);
    assertThat(plan.drops()).isEmpty();
  }

  @Test
  void aLeaseWhoseGpusWereTakenIsDropped() {
    JobConstraints leased = new JobConstraints(List.of("n1"), List.of(), "", "", "", "", "");
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .running(9, 2, 600, "n1")
            .pending(1, 0.1, GpuDemand.untyped(3), job -> job.constraints(leased))
            .plan(
                PlannerSettings.DEFAULT,
                new PlanContext(Map.of(1L, List.of("n1")), Map.of(), Set.of()));

    assertThat(plan.drops()).containsEntry(1L, "node n1 was taken by another job");
  }

  @Test
  void onlyAFixedNodeCountGetsALease() {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .pending(1, 0.9, GpuDemand.untyped(2), job -> job.nodeRange(1, 2))
            .pending(2, 0.8, 2)
            .plan();

    assertThat(starts(plan)).containsExactly(1L, 2L);
    assertThat(plan.leases()).extracting(lease -> lease.jobId()).containsExactly(2L);
  }

  @Test
  void aMultiNodeJobGetsExactlyItsNodes() {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 4)
            .node("n2", "a100", 4)
            .pending(1, 0.9, GpuDemand.untyped(8), job -> job.nodeRange(2, 2).gpusPerNode(4))
            .plan();

    assertThat(plan.leases())
        .singleElement()
        .satisfies(
            lease -> assertThat(lease.gpusByNode()).containsEntry("n1", 4).containsEntry("n2", 4));
  }

  @Test
  void plannedNodesAreOursOnlyWhileAllWhoMayWaitForThemAre() {
    Cluster ours = new Cluster().node("n1", "a100", 4, "PLANNED").pending(1, 0.9, 2);
    assertThat(starts(ours.plan())).containsExactly(1L);

    Cluster foreign =
        new Cluster()
            .node("n1", "a100", 4, "PLANNED")
            .pending(1, 0.9, 2)
            .pending(2, 0.5, GpuDemand.untyped(4), job -> job.hetJobId(2));
    assertThat(starts(foreign.plan())).isEmpty();
  }

  @Test
  void drainedNodesAreNotUsed() {
    assertThat(starts(new Cluster().node("n1", "a100", 4, "DRAIN").pending(1, 0.9, 2).plan()))
        .isEmpty();
  }

  @Test
  void theUsersNiceCountsAgainstTheScore() {
    Plan plan =
        new Cluster()
            .node("n1", "a100", 1)
            .running(9, 1, 600, "n1")
            .pending(1, 0.9, GpuDemand.untyped(1), job -> job.nice(10_000))
            .pending(2, 0.5, 1)
            .plan();

    assertThat(order(plan)).containsExactly(2L, 1L);
  }

  @Test
  void theSameInputGivesTheSamePlan() {
    Cluster cluster = new Cluster().node("n1", "a100", 4).node("n2", "v100", 8);
    for (int id = 1; id <= 40; id++) {
      cluster.pending(id, (id * 7919 % 101) / 101.0, 1 + id % 4);
    }

    Plan first = cluster.plan();
    Plan second = cluster.plan();

    assertThat(second.order()).isEqualTo(first.order());
    assertThat(second.starts()).isEqualTo(first.starts());
  }
}
