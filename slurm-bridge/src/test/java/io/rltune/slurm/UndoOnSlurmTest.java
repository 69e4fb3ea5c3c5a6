package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rltune.model.Job;
import io.rltune.slurm.SlurmError.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each kind of write does to the job beside what it is for, and that it can be undone. */
class UndoOnSlurmTest extends OnSlurm {
  /** G3: a site factor leaves Slurm's own factors alive: the user's nice still counts. */
  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void aSiteFactorLeavesNiceAlive(WriteTransport transport) throws Exception {
    long id = submit("alice", WAITING);
    long twin = submit("alice", WAITING);
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      if (lab.is2205() && transport == WriteTransport.REST) {
        assertThat(writer.canWrite(new JobUpdate.SiteFactor(id, 1))).isFalse();
        return;
      }
      assertThat(write(writer, new JobUpdate.SiteFactor(id, 5000))).isEmpty();
      lab.scontrol("update", "JobId=" + id, "Nice=300");
      awaitAhead(id, twin, 4700);
      assertThat(write(writer, new JobUpdate.SiteFactor(id, 0))).isEmpty();
      awaitAhead(id, twin, -300);
    }
  }

  /** G3: an absolute priority does not; handing it back brings them to life again. */
  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void aFixedPriorityFreezesTheOtherFactorsUntilItIsHandedBack(WriteTransport transport)
      throws Exception {
    long id = submit("alice", WAITING);
    long twin = submit("alice", WAITING);
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      assertThat(write(writer, new JobUpdate.Priority(id, 777_777))).isEmpty();
      lab.scontrol("update", "JobId=" + id, "Nice=300");
      await()
          .during(Duration.ofSeconds(3))
          .atMost(PATIENCE)
          .until(() -> gateway.job(id).priority() == 777_777);
      if (lab.is2205() && transport == WriteTransport.REST) {
        assertThat(writer.canWrite(new JobUpdate.ResetPriority(id))).isFalse();
        return;
      }
      assertThat(write(writer, new JobUpdate.ResetPriority(id))).isEmpty();
      // The nice value that came meanwhile is lost, one that comes now counts.
      awaitAhead(id, twin, 0);
      lab.scontrol("update", "JobId=" + id, "Nice=200");
      awaitAhead(id, twin, -200);
    }
  }

  /** G5: priority 0 is a hold. We cannot write it; the lowest that we can, 1, holds nothing. */
  @ParameterizedTest
  @EnumSource(
      value = WriteTransport.class,
      names = {"REST", "SCONTROL"})
  void theLowestPriorityIsNoHoldAndZeroCannotBeWritten(WriteTransport transport) throws Exception {
    long id = submit("alice", WAITING, "-p", "gpu", "-N1");
    assertThatThrownBy(() -> new JobUpdate.Priority(id, 0)).hasMessageContaining("must be 1 to");
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      assertThat(write(writer, new JobUpdate.Priority(id, 1))).isEmpty();
      assertThat(gateway.job(id).priority()).isEqualTo(1);
      assertThat(gateway.job(id).isHeld()).isFalse();
      lab.scontrol("update", "JobId=" + id, "StartTime=now");
      awaitState(id, "RUNNING");
    }
  }

  /** G5: what Slurm makes of the zero that we never write. */
  @Test
  void priorityZeroIsAHold() throws Exception {
    long id = submit("alice", WAITING);
    lab.scontrol("update", "JobId=" + id, "Priority=0");
    assertThat(gateway.job(id).isHeld()).isTrue();
    assertThat(write(gateway, new JobUpdate.Nice(id, 3)).orElseThrow().kind())
        .isEqualTo(Kind.WRONG_STATE);
  }

  /** G7: lists are set, replaced and cleared, also where there is none; slurmctld lives. */
  @ParameterizedTest
  @EnumSource(
      value = WriteTransport.class,
      names = {"REST", "SCONTROL"})
  void noListIsLongerThanTheJobAndClearingOneIsHarmless(WriteTransport transport) throws Exception {
    long controller = controllerPid();
    long id = submit("alice", WAITING, "-p", "gpu", "-N1");
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      assertThat(write(writer, new JobUpdate.ClearNodeList(id))).isEmpty();
      assertThat(
              write(writer, new JobUpdate.NodeList(id, List.of("a1", "a2"))).orElseThrow().kind())
          .isEqualTo(Kind.REJECTED);
      assertThat(gateway.job(id).constraints().requiredNodes()).isEmpty();
      for (String node : List.of("a1", "v1")) {
        assertThat(write(writer, new JobUpdate.NodeList(id, List.of(node)))).isEmpty();
        assertThat(gateway.job(id).constraints().requiredNodes()).containsExactly(node);
      }
      assertThat(write(writer, new JobUpdate.ClearNodeList(id))).isEmpty();
      assertThat(write(writer, new JobUpdate.ClearNodeList(id))).isEmpty();
    }
    Job job = gateway.job(id);
    assertThat(job.constraints().requiredNodes()).isEmpty();
    assertThat(job.isHeld()).isFalse();
    lab.scontrol("update", "JobId=" + id, "StartTime=now");
    awaitState(id, "RUNNING");
    assertThat(controllerPid()).isEqualTo(controller);
    assertThat(ProcessHandle.of(controller)).isPresent();
  }
}
