package io.rltune.daemon.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.Ledger;
import io.rltune.model.ArrayFacts;
import io.rltune.model.Job;
import io.rltune.model.JobConstraints;
import io.rltune.model.JobState;
import io.rltune.model.NodeState;
import io.rltune.plan.Planner;
import io.rltune.plan.PlannerSettings;
import io.rltune.policy.JobScorer;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.solver.PlacementSolvers;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CycleTest {
  /** Smallest request first. */
  private static final JobScorer SMALLEST_FIRST =
      new JobScorer() {
        @Override
        public String name() {
          return "smallest-first";
        }

        @Override
        public double[] score(io.rltune.model.ClusterSnapshot snapshot, List<Job> candidateList) {
          return candidateList.stream()
              .mapToDouble(job -> 1.0 / (1 + job.request().gpus().total()))
              .toArray();
        }
      };

  @TempDir Path directory;
  private final FakeSlurm slurm = new FakeSlurm().node("n1", "a100", 4).node("n2", "a100", 4);
  private final long[] nanos = {0};
  private Journal journal;
  private Ledger ledger;

  @BeforeEach
  void openJournal() {
    journal = Journal.open(directory.resolve("journal.db"));
    ledger = new Ledger(journal);
  }

  @AfterEach
  void closeJournal() {
    journal.close();
  }

  private Cycle cycle(String mode, String more) throws ConfigException {
    return new Cycle(
        ConfigTexts.config("daemon: {mode: " + mode + "}\n" + more),
        slurm,
        new Planner(PlannerSettings.DEFAULT, SMALLEST_FIRST, PlacementSolvers.create("greedy")),
        journal,
        ledger,
        new WritePacer(1000, 1000, () -> nanos[0]),
        Clock.systemUTC());
  }

  private Cycle enforcing() throws ConfigException {
    return cycle("enforce", "lease: {ttl: 60s, cooldown: 5m}");
  }

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
  void enforceLeasesNodesToTheStartSetWithTheExactNodeCount() throws Exception {
    slurm.job(1, 4).job(2, 1);

    enforcing().run(() -> true);

    assertThat(slurm.requiredNodes(1)).hasSize(1);
    assertThat(slurm.requiredNodes(2)).hasSize(1);
    assertThat(slurm.requiredNodes(1)).isNotEqualTo(slurm.requiredNodes(2));
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
  void aJobThatStartedMeanwhileGetsNoNodeList() throws Exception {
    slurm.job(1, 4);
    slurm.beforeReRead = () -> slurm.setState(1, JobState.RUNNING);

    CycleReport report = enforcing().run(() -> true);

    assertThat(slurm.writes).noneMatch(JobUpdate.NodeList.class::isInstance);
    assertThat(report.commit().skipped()).isEqualTo(1);
  }

  @Test
  void aLeaseEndsAfterItsTimeAndTheJobGetsNoNewOneForAWhile() throws Exception {
    slurm.job(1, 4);
    Cycle cycle = enforcing();
    cycle.run(() -> true);
    slurm.now += 61;
    slurm.writes.clear();

    cycle.run(() -> true);
    assertThat(slurm.requiredNodes(1)).isEmpty();

    slurm.now += 10;
    cycle.run(() -> true);
    assertThat(slurm.writes).noneMatch(JobUpdate.NodeList.class::isInstance);

    slurm.now += 301;
    cycle.run(() -> true);
    assertThat(slurm.requiredNodes(1)).isNotEmpty();
  }

  @Test
  void aLeaseOnANodeThatDrainsIsClearedAtOnce() throws Exception {
    slurm.job(1, 4);
    Cycle cycle = enforcing();
    cycle.run(() -> true);
    slurm.setNodeState(slurm.requiredNodes(1).get(0), new NodeState("IDLE", Set.of("DRAIN")));

    cycle.run(() -> true);

    assertThat(slurm.requiredNodes(1)).isEmpty();
  }

  @Test
  void aNodeListThatSomebodyChangedIsNotOursToClear() throws Exception {
    slurm.job(1, 4);
    Cycle cycle = enforcing();
    cycle.run(() -> true);
    String other = slurm.requiredNodes(1).get(0).equals("n1") ? "n2" : "n1";
    slurm.setRequiredNodes(1, List.of(other));

    cycle.run(() -> true);
    slurm.now += 3600;
    cycle.run(() -> true);

    assertThat(slurm.requiredNodes(1)).containsExactly(other);
    assertThat(ledger.leases()).isEmpty();
  }

  @Test
  void aUsersOwnNodeListIsKept() throws Exception {
    JobConstraints own = new JobConstraints(List.of("n2"), List.of(), "", "", "", "", "");
    slurm.job(1, 4, job -> job.constraints(own));

    enforcing().run(() -> true);

    assertThat(slurm.requiredNodes(1)).containsExactly("n2");
    assertThat(slurm.writes)
        .noneMatch(w -> w instanceof JobUpdate.NodeList || w instanceof JobUpdate.ClearNodeList);
  }

  @Test
  void heldJobsAreNeverWrittenTo() throws Exception {
    slurm.job(1, 1, job -> job.priority(0).reason("JobHeldUser")).job(2, 4).job(3, 1);

    enforcing().run(() -> true);

    assertThat(slurm.writes).isNotEmpty().noneMatch(write -> write.jobId() == 1);
  }

  @Test
  void anArrayWithSeveralPendingTasksGetsNoNodeList() throws Exception {
    slurm.job(1, 1, job -> job.array(new ArrayFacts(1, 9, 0, "2-10")));

    enforcing().run(() -> true);

    assertThat(slurm.writes).noneMatch(JobUpdate.NodeList.class::isInstance);
  }

  @Test
  void aJobWhoseNodeCountCanVaryGetsNoNodeList() throws Exception {
    slurm.job(1, 4, job -> job.nodeRange(1, 2));

    enforcing().run(() -> true);

    assertThat(slurm.writes).noneMatch(JobUpdate.NodeList.class::isInstance);
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
  void pauseTakesLeasesBackAndWritesNothingElse() throws Exception {
    slurm.job(1, 4).job(2, 1);
    Cycle cycle = enforcing();
    cycle.run(() -> true);
    slurm.writes.clear();
    slurm.job(3, 2);

    cycle.run(() -> false);

    assertThat(slurm.writes).hasSize(2).allMatch(JobUpdate.ClearNodeList.class::isInstance);
  }

  @Test
  void aLeaseWhoseClearingGotNoAnswerIsNotForgotten() throws Exception {
    slurm.job(1, 4);
    Cycle cycle = enforcing();
    cycle.run(() -> true);
    slurm.now += 61;
    slurm.refusals.put(1L, FakeSlurm.error(SlurmError.Kind.UNREACHABLE, "connection dropped"));
    cycle.run(() -> true);
    assertThat(ledger.leases()).containsKey(1L);

    slurm.refusals.clear();
    cycle.run(() -> true);

    assertThat(slurm.requiredNodes(1)).isEmpty();
    assertThat(ledger.leases()).isEmpty();
  }

  @Test
  void anUndoLeftOpenByACrashIsDoneAgain() throws Exception {
    slurm.job(1, 4);
    slurm.write(List.of(new JobUpdate.SiteFactor(1, 500)));
    var carried = io.rltune.daemon.journal.TouchedJob.untouched(1, slurm.now).withSiteFactor(500);
    journal.save(List.of(carried));
    var undo =
        new io.rltune.daemon.journal.PlannedWrite(new JobUpdate.SiteFactor(1, 0), "500", "test");
    journal.intend(1, slurm.now, List.of(undo));
    Ledger afterCrash = new Ledger(journal);

    afterCrash.recover(slurm.now);
    new Reverter(slurm, journal, afterCrash).revert(Reverter.Scope.ALL, slurm.now, "stop");

    assertThat(slurm.jobs.get(1L).priority()).isEqualTo(1000);
    assertThat(afterCrash.all()).isEmpty();
  }

  @Test
  void aRequeuedJobLosesTheNodeListItStartedWith() throws Exception {
    slurm.job(1, 4);
    Cycle cycle = enforcing();
    cycle.run(() -> true);
    slurm.setState(1, JobState.RUNNING);
    cycle.run(() -> true);
    slurm.setState(1, JobState.PENDING);

    cycle.run(() -> true);

    assertThat(slurm.requiredNodes(1)).isEmpty();
  }

  @Test
  void afterACrashTheWritesOfUnknownOutcomeAreTakenBack() throws Exception {
    slurm.job(1, 4);
    slurm.setRequiredNodes(1, List.of("n1"));
    var write =
        new io.rltune.daemon.journal.PlannedWrite(
            new JobUpdate.NodeList(1, List.of("n1")), "", "test");
    journal.intend(1, slurm.now, List.of(write));
    Ledger afterCrash = new Ledger(journal);

    assertThat(afterCrash.recover(slurm.now)).isEqualTo(1);
    new Reverter(slurm, journal, afterCrash).revert(Reverter.Scope.LEASES, slurm.now, "start");

    assertThat(slurm.requiredNodes(1)).isEmpty();
    assertThat(journal.open()).isEmpty();
  }

  @Test
  void revertRestoresEveryPendingJobAndLeavesRunningOnesAlone() throws Exception {
    slurm.job(1, 4).job(2, 1).job(3, 4).job(4, 4);
    enforcing().run(() -> true);
    slurm.setState(2, JobState.RUNNING);
    slurm.writes.clear();

    Reverter.Result result =
        new Reverter(slurm, journal, ledger).revert(Reverter.Scope.ALL, slurm.now, "revert");

    assertThat(result.left()).isEmpty();
    assertThat(slurm.writes).noneMatch(write -> write.jobId() == 2);
    for (long id : List.of(1L, 3L, 4L)) {
      assertThat(slurm.requiredNodes(id)).isEmpty();
      assertThat(slurm.jobs.get(id).priority()).isEqualTo(1000);
    }
  }

  @Test
  void aJobThatStartsDuringTheRevertIsNotLeftOver() throws Exception {
    slurm.job(1, 4).job(2, 4).job(3, 4);
    enforcing().run(() -> true);
    long touched = ledger.all().iterator().next().jobId();
    slurm.refusals.put(
        touched, FakeSlurm.error(SlurmError.Kind.WRONG_STATE, "job is RUNNING, not PENDING"));
    int[] reads = {0};
    slurm.beforeReRead =
        () -> {
          if (++reads[0] == 2) {
            slurm.setState(touched, JobState.RUNNING);
          }
        };

    Reverter.Result result =
        new Reverter(slurm, journal, ledger).revert(Reverter.Scope.ALL, slurm.now, "revert");

    assertThat(result.left()).isEmpty();
    assertThat(result.restored()).doesNotContain(touched);
  }

  @Test
  void aRefusedUndoOfAJobThatStillWaitsIsLeftOver() throws Exception {
    slurm.job(1, 4).job(2, 4).job(3, 4);
    enforcing().run(() -> true);
    long touched = ledger.all().iterator().next().jobId();
    slurm.refusals.put(touched, FakeSlurm.error(SlurmError.Kind.PERMISSION, "denied"));

    Reverter.Result result =
        new Reverter(slurm, journal, ledger).revert(Reverter.Scope.ALL, slurm.now, "revert");

    assertThat(result.left()).singleElement().asString().contains("job " + touched, "denied");
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
}
