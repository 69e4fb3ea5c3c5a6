package io.rltune.daemon.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.ArrayFacts;
import io.rltune.model.JobConstraints;
import io.rltune.model.JobState;
import io.rltune.model.NodeState;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Node lists: who gets one, and when it is taken back. */
class CycleLeasesTest extends SmallestFirst {
  @Test
  void enforceLeasesNodesToTheStartSetWithTheExactNodeCount() throws Exception {
    slurm.job(1, 4).job(2, 1);

    enforcing().run(() -> true);

    assertThat(slurm.requiredNodes(1)).hasSize(1);
    assertThat(slurm.requiredNodes(2)).hasSize(1);
    assertThat(slurm.requiredNodes(1)).isNotEqualTo(slurm.requiredNodes(2));
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

  /** Slurm itself holds a job that it could not launch: `launch failed requeued held`. */
  @Test
  void aHeldJobKeepsItsListUntilItIsReleasedAndStopsNobodyElse() throws Exception {
    slurm.job(1, 4);
    Cycle cycle = enforcing();
    cycle.run(() -> true);
    List<String> list = slurm.requiredNodes(1);
    slurm.setPriority(1, 0);
    slurm.now += 61;
    slurm.writes.clear();
    slurm.job(2, 1);

    cycle.run(() -> true);
    assertThat(slurm.writes).isNotEmpty().noneMatch(write -> write.jobId() == 1);
    assertThat(slurm.requiredNodes(1)).isEqualTo(list);
    assertThat(ledger.leases()).containsKey(1L);

    slurm.setPriority(1, 1000);
    cycle.run(() -> true);
    assertThat(slurm.requiredNodes(1)).isEmpty();
    assertThat(ledger.leases()).doesNotContainKey(1L);
  }
}
