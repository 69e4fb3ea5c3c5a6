package io.rltune.daemon.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.journal.Ledger;
import io.rltune.model.JobState;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken back: by a revert, and after a crash. */
class CycleUndoTest extends SmallestFirst {
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
    assertThat(result.slurmFailed()).as("the right is missing for every job").isTrue();
  }

  /** What keeps one job from being restored is no reason to wait with all others. */
  @ParameterizedTest
  @ValueSource(strings = {"held", "REJECTED", "MALFORMED"})
  void oneJobThatCannotBeRestoredIsNoFailureOfSlurm(String why) throws Exception {
    slurm.job(1, 4).job(2, 1);
    enforcing().run(() -> true);
    slurm.writes.clear();
    if (why.equals("held")) {
      slurm.setPriority(1, 0);
    } else {
      slurm.refusals.put(1L, FakeSlurm.error(SlurmError.Kind.valueOf(why), "site policy"));
    }

    Reverter.Result result =
        new Reverter(slurm, journal, ledger).revert(Reverter.Scope.LEASES, slurm.now, "start");

    assertThat(result.left()).singleElement().asString().contains("job 1", "ReqNodeList");
    assertThat(result.slurmFailed()).isFalse();
    assertThat(result.restored()).containsExactly(2L);
    assertThat(slurm.writes).noneMatch(write -> write.jobId() == 1);
    assertThat(ledger.leases()).containsOnlyKeys(1L);
  }
}
