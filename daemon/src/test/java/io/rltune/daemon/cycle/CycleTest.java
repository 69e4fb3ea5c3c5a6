package io.rltune.daemon.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.ConfigTexts;
import io.rltune.plan.Planner;
import io.rltune.plan.PlannerSettings;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.solver.PlacementSolvers;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a cycle reads and writes in each mode, and what it leaves alone. */
class CycleTest extends SmallestFirst {
  @Test
  void shadowWritesNothing() throws Exception {
    slurm.job(1, 4).job(2, 1);

    CycleReport report = cycle("shadow", "").run(() -> true);

    assertThat(report.plan().orElseThrow().starts()).hasSize(2);
    assertThat(slurm.writes).isEmpty();
  }

  @Test
  void offDoesNotEvenRead() throws Exception {
    slurm.job(1, 4);
    slurm.outage = Optional.of(FakeSlurm.error(SlurmError.Kind.UNREACHABLE, "nobody there"));

    CycleReport report = cycle("off", "").run(() -> true);

    assertThat(report.problem()).isEmpty();
    assertThat(report.snapshot()).isEmpty();
  }

  @Test
  void adviseWritesPrioritiesOnly() throws Exception {
    slurm.job(1, 4).job(2, 1);

    cycle("advise", "").run(() -> true);

    assertThat(slurm.writes).isNotEmpty().allMatch(JobUpdate.SiteFactor.class::isInstance);
    assertThat(slurm.jobs.get(2L).priority()).isGreaterThan(slurm.jobs.get(1L).priority());
  }

  @Test
  void onePartitionMayBeEnforcedWhileTheRestIsShadowed() throws Exception {
    slurm.job(1, 1, job -> job.account("ours")).job(2, 1, job -> job.account("theirs"));

    cycle("shadow", "accounts: {ours: {mode: enforce}}").run(() -> true);

    assertThat(slurm.requiredNodes(1)).hasSize(1);
    assertThat(slurm.writes).isNotEmpty().allMatch(write -> write.jobId() == 1);
  }

  @Test
  void aPartitionThatIsSwitchedOffGetsEverythingBack() throws Exception {
    slurm.job(1, 4, job -> job.account("ours")).job(2, 1, job -> job.account("ours"));
    Cycle cycle = cycle("shadow", "accounts: {ours: {mode: enforce}}");
    cycle.run(() -> true);

    cycle.configure(
        ConfigTexts.config("daemon: {mode: advise}\naccounts: {ours: {mode: shadow}}"),
        new Planner(PlannerSettings.DEFAULT, SMALLEST_FIRST, PlacementSolvers.create("greedy")),
        new WritePacer(1000, 1000, () -> nanos[0]));
    cycle.run(() -> true);

    assertThat(slurm.requiredNodes(1)).isEmpty();
    assertThat(slurm.siteFactors.values()).allMatch(factor -> factor == 0);
    assertThat(ledger.all()).isEmpty();
  }

  @Test
  void maxWritesHoldsForOneCycleAndTheRestFollows() throws Exception {
    for (int id = 1; id <= 6; id++) {
      slurm.job(id, 9 - id, job -> job.account("ours"));
    }
    Cycle cycle = cycle("advise", "accounts: {ours: {max_writes: 2}}");

    assertThat(cycle.run(() -> true).commit().confirmed()).isEqualTo(2);
    assertThat(cycle.run(() -> true).commit().confirmed()).isEqualTo(2);
  }

  @Test
  void aSecondCycleWithNothingNewWritesNothing() throws Exception {
    slurm.job(1, 4).job(2, 1).job(3, 4).job(4, 4);
    Cycle cycle = enforcing();
    cycle.run(() -> true);
    slurm.writes.clear();

    cycle.run(() -> true);

    assertThat(slurm.writes).isEmpty();
  }

  @Test
  void noSnapshotNoWrites() throws Exception {
    slurm.job(1, 4);
    slurm.outage = Optional.of(FakeSlurm.error(SlurmError.Kind.AUTH, "token expired"));

    CycleReport report = enforcing().run(() -> true);

    assertThat(slurm.writes).isEmpty();
    assertThat(report.problem()).contains("AUTH").contains("token expired");
  }

  @Test
  void heldJobsAreNeverWrittenTo() throws Exception {
    slurm.job(1, 1, job -> job.priority(0).reason("JobHeldUser")).job(2, 4).job(3, 1);

    enforcing().run(() -> true);

    assertThat(slurm.writes).isNotEmpty().noneMatch(write -> write.jobId() == 1);
  }

  @Test
  void aRefusedJobIsLeftAloneForAWhile() throws Exception {
    slurm.job(1, 4).job(2, 1);
    slurm.refusals.put(1L, FakeSlurm.error(SlurmError.Kind.REJECTED, "site policy says no"));
    Cycle cycle = enforcing();
    cycle.run(() -> true);

    CycleReport report = cycle.run(() -> true);

    assertThat(report.plan().orElseThrow().vetoes().get(1L).detail())
        .contains("site policy says no");
    assertThat(report.commit().failed()).isZero();
  }

  @Test
  void aSiteFactorWithoutEffectIsNotWrittenForever() throws Exception {
    slurm.job(1, 4).job(2, 1);
    slurm.siteFactorWorks = false;
    Cycle cycle = cycle("advise", "");
    for (int i = 0; i < 10; i++) {
      cycle.run(() -> true);
    }

    assertThat(slurm.writes).hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void writingIsPaced() throws Exception {
    for (int id = 1; id <= 30; id++) {
      slurm.job(id, 1);
    }
    Cycle cycle =
        new Cycle(
            ConfigTexts.config("daemon: {mode: advise}"),
            slurm,
            new Planner(PlannerSettings.DEFAULT, SMALLEST_FIRST, PlacementSolvers.create("greedy")),
            journal,
            ledger,
            new WritePacer(1, 5, () -> nanos[0]),
            Clock.systemUTC());

    CycleReport first = cycle.run(() -> true);
    nanos[0] += 2_000_000_000L;
    CycleReport second = cycle.run(() -> true);

    assertThat(first.commit().confirmed()).isEqualTo(5);
    assertThat(first.commit().deferred()).isPositive();
    assertThat(second.commit().confirmed()).isEqualTo(2);
  }

  /** rl_enable: the controller makes its clients wait. The next cycle goes by a fresh snapshot. */
  @Test
  void aControllerThatMakesUsWaitGetsNoMoreInThisCycle() throws Exception {
    for (int id = 1; id <= 30; id++) {
      slurm.job(id, 1);
    }
    slurm.onWrite = () -> nanos[0] += slurm.writes.size() > 3 ? 15_000_000_000L : 1_000_000L;

    CycleReport report = cycle(SMALLEST_FIRST, "advise", "").run(() -> true);

    assertThat(report.commit().confirmed()).as("1 and 2, and the 4 that took long").isEqualTo(7);
    assertThat(report.commit().failed()).isZero();
    assertThat(report.commit().deferred()).isPositive();
  }

  @Test
  void writingEndsWhenTheSnapshotHasGrownOld() throws Exception {
    for (int id = 1; id <= 100; id++) {
      slurm.job(id, 1);
    }
    slurm.onWrite = () -> nanos[0] += 500_000_000L;

    CycleReport report = cycle(SMALLEST_FIRST, "advise", "").run(() -> true);

    assertThat(report.commit().confirmed()).as("15 s at half a second each").isEqualTo(31);
    assertThat(report.commit().deferred()).isPositive();
  }
}
