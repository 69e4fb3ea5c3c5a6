package io.rltune.sim.engine;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.sim.engine.UpdateException.Code;
import io.rltune.sim.testing.TestClusters;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class PriorityTest {
  private final ClusterSim sim = new ClusterSim(TestClusters.small(), SlurmParams.defaults());
  private long first;
  private long second;

  /** Two equal jobs behind one that takes the V100 node until 300. */
  private void twoWait() {
    sim.submit(job().type("v100").gpus(8).runs(299, 300).build());
    first = sim.submit(job().type("v100").gpus(8).at(2).build());
    second = sim.submit(job().type("v100").gpus(8).at(3).build());
    sim.advanceTo(5);
  }

  @Test
  void withoutUpdatesTheOlderJobStartsFirst() {
    twoWait();
    sim.advanceTo(310);
    assertThat(phase(first)).isEqualTo(JobPhase.RUNNING);
    assertThat(phase(second)).isEqualTo(JobPhase.PENDING);
  }

  @Test
  void siteFactorAddsAndZeroUndoes() throws UpdateException {
    twoWait();
    long before = sim.job(second).orElseThrow().priority();
    sim.updateSiteFactor(second, 5000);
    assertThat(sim.job(second).orElseThrow().priority()).isEqualTo(before + 5000);
    sim.updateSiteFactor(second, 0);
    assertThat(sim.job(second).orElseThrow().priority()).isEqualTo(before);
  }

  @Test
  void siteFactorReorders() throws UpdateException {
    twoWait();
    sim.updateSiteFactor(second, 5000);
    sim.advanceTo(310);
    assertThat(phase(second)).isEqualTo(JobPhase.RUNNING);
    assertThat(phase(first)).isEqualTo(JobPhase.PENDING);
  }

  @Test
  void niceLowers() throws UpdateException {
    twoWait();
    sim.updateNice(first, 100);
    sim.advanceTo(310);
    assertThat(phase(second)).isEqualTo(JobPhase.RUNNING);
  }

  @Test
  void priorityIsAtLeastOne() throws UpdateException {
    twoWait();
    sim.updateSiteFactor(first, Integer.MIN_VALUE + 1);
    assertThat(sim.job(first).orElseThrow().priority()).isEqualTo(1);
  }

  @Test
  void aFixedPriorityFreezesTheFactorsUntilReset() throws UpdateException {
    twoWait();
    sim.updatePriority(second, 4_294_967_293L);
    sim.updateSiteFactor(second, -1000);
    assertThat(sim.job(second).orElseThrow().priority()).isEqualTo(4_294_967_293L);
    sim.updateSiteFactor(second, 0);
    sim.resetPriority(second);
    assertThat(sim.job(second).orElseThrow().priority()).isLessThan(10_000);
  }

  @Test
  void priorityZeroHoldsAndAHeldJobRefusesAPriority() throws UpdateException {
    twoWait();
    sim.updatePriority(first, 0);
    assertThat(sim.job(first).orElseThrow().held()).isTrue();
    assertThatThrownBy(() -> sim.updatePriority(first, 500))
        .isInstanceOfSatisfying(
            UpdateException.class, e -> assertThat(e.code()).isEqualTo(Code.JOB_HELD));
    sim.advanceTo(310);
    assertThat(phase(first)).isEqualTo(JobPhase.PENDING);
    assertThat(phase(second)).isEqualTo(JobPhase.RUNNING);
    sim.resetPriority(first);
    sim.advanceTo(600);
    assertThat(phase(first)).isNotEqualTo(JobPhase.PENDING);
  }

  @Test
  void unknownAndFinishedJobsAreRefused() {
    twoWait();
    assertThatThrownBy(() -> sim.updateSiteFactor(1, 5))
        .isInstanceOfSatisfying(
            UpdateException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_JOB_ID));
    sim.advanceTo(450);
    long done = sim.jobs().get(1).id();
    assertThatThrownBy(() -> sim.updateNice(done, 5))
        .isInstanceOfSatisfying(
            UpdateException.class, e -> assertThat(e.code()).isEqualTo(Code.JOB_FINISHED));
  }

  @Test
  void anAccountThatUsedMuchRanksBelowOneThatUsedLittle() {
    sim.submit(job().type("v100").gpus(8).account("heavy").runs(2990, 3000).build());
    long heavy = sim.submit(job().type("v100").gpus(8).account("heavy").at(10).build());
    long light = sim.submit(job().type("v100").gpus(8).account("light").at(20).build());
    sim.advanceTo(1000);
    assertThat(sim.job(heavy).orElseThrow().priority())
        .isLessThan(sim.job(light).orElseThrow().priority());
    sim.advanceTo(3010);
    assertThat(phase(light)).isEqualTo(JobPhase.RUNNING);
  }

  @Test
  void pastUsageFadesWithItsHalfLife() {
    FairShare shares = new FairShare(1000);
    shares.know("idle");
    SimJob used =
        new SimJob(
            1,
            job().gpus(4).account("busy").build(),
            new SimPartition(0, TestClusters.small().partitions().get(0), new BitSet()),
            new BitSet());
    shares.started(used, 0);
    shares.ended(used, 100);
    assertThat(shares.factors(100)).containsEntry("idle", 1.0).containsEntry("busy", 0.25);
    SimJob other =
        new SimJob(2, job().gpus(4).account("idle").build(), used.partition, used.eligible);
    // One half-life later the same usage of the other account weighs twice as much.
    shares.started(other, 1000);
    shares.ended(other, 1100);
    double busy = shares.factors(1100).get("busy");
    assertThat(busy).isBetween(Math.pow(2, -0.68), Math.pow(2, -0.65));
  }

  private JobPhase phase(long id) {
    return sim.jobs().stream().filter(job -> job.id() == id).findFirst().orElseThrow().phase();
  }
}
