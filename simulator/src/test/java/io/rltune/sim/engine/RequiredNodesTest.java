package io.rltune.sim.engine;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.sim.testing.TestClusters;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequiredNodesTest {
  private final ClusterSim sim = TestClusters.smallSim();

  /** A job that waits because both A100 nodes are taken until about 600. */
  private long waiting() {
    sim.submit(job().type("a100").gpus(8).nodes(2).runs(590, 600).build());
    long id = sim.submit(job().gpus(2).type("a100").at(2).build());
    sim.advanceTo(3);
    return id;
  }

  @Test
  void theJobGetsExactlyTheseNodes() throws UpdateException {
    long id = waiting();
    sim.updateNodeList(id, List.of("a2"));
    sim.advanceTo(650);
    assertThat(view(id).nodes()).containsExactly("a2");
    assertThat(view(id).requiredNodes()).containsExactly("a2");
  }

  @Test
  void aListShorterThanTheNodeCountIsFilledUp() throws UpdateException {
    sim.submit(job().type("a100").gpus(8).nodes(2).runs(100, 600).build());
    long id = sim.submit(job().type("a100").gpus(4).nodes(2).at(2).build());
    sim.advanceTo(3);
    sim.updateNodeList(id, List.of("a2"));
    sim.advanceTo(150);
    assertThat(view(id).nodes()).containsExactlyInAnyOrder("a1", "a2");
  }

  @Test
  void aBlockedListTakesOnlyItsNodesOutOfThePass() throws UpdateException {
    long pinned = waiting();
    sim.updateNodeList(pinned, List.of("a1"));
    long next = sim.submit(job().type("v100").at(4).build());
    sim.advanceTo(6);
    assertThat(view(pinned).reason()).isEqualTo(PendingReason.RESOURCES);
    assertThat(view(next).phase()).isEqualTo(JobPhase.RUNNING);
  }

  @Test
  void aListLongerThanTheNodeCountIsBadConstraintsUntilCleared() throws UpdateException {
    long id = waiting();
    sim.updateNodeList(id, List.of("a1", "a2"));
    sim.advanceTo(650);
    assertThat(view(id).phase()).isEqualTo(JobPhase.PENDING);
    assertThat(view(id).reason()).isEqualTo(PendingReason.BAD_CONSTRAINTS);
    assertThat(view(id).priority()).isZero();
    sim.updateNodeList(id, List.of());
    assertThat(view(id).priority()).isPositive();
    sim.advanceTo(660);
    assertThat(view(id).phase()).isEqualTo(JobPhase.RUNNING);
  }

  @Test
  void aNodeOutsideThePartitionIsBadConstraints() throws UpdateException {
    long id = waiting();
    sim.updateNodeList(id, List.of("c1"));
    sim.advanceTo(10);
    assertThat(view(id).reason()).isEqualTo(PendingReason.BAD_CONSTRAINTS);
  }

  @Test
  void aDrainedNodeKeepsTheJobWaitingUntilTheListIsCleared() throws UpdateException {
    long id = waiting();
    sim.updateNodeList(id, List.of("a1"));
    sim.setNodeHealth("a1", NodeView.Health.DRAIN);
    sim.advanceTo(700);
    assertThat(view(id).reason()).isEqualTo(PendingReason.REQ_NODE_NOT_AVAIL);
    sim.updateNodeList(id, List.of());
    sim.advanceTo(702);
    assertThat(view(id).nodes()).containsExactly("a2");
  }

  @Test
  void aNodeThatDoesNotExistIsRefused() {
    long id = waiting();
    assertThatThrownBy(() -> sim.updateNodeList(id, List.of("a9")))
        .isInstanceOfSatisfying(
            UpdateException.class,
            e -> assertThat(e.code()).isEqualTo(UpdateException.Code.INVALID_NODE_NAME));
  }

  @Test
  void onARunningJobAShorterListShrinksItToDeath() throws UpdateException {
    long id = sim.submit(job().type("a100").gpus(8).nodes(2).runs(500, 600).build());
    sim.advanceTo(10);
    sim.updateNodeList(id, List.of("a2", "a1"));
    assertThat(view(id).phase()).isEqualTo(JobPhase.RUNNING);
    assertThatThrownBy(() -> sim.updateNodeList(id, List.of("v1")))
        .isInstanceOf(UpdateException.class);
    sim.updateNodeList(id, List.of("a1"));
    assertThat(view(id).phase()).isEqualTo(JobPhase.FAILED);
    assertThat(sim.nodes()).allMatch(node -> node.gpuIndexesUsed().isEmpty());
  }

  private JobView view(long id) {
    return sim.jobs().stream().filter(job -> job.id() == id).findFirst().orElseThrow();
  }
}
