package io.rltune.sim.engine;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.WorkloadJob;
import java.util.BitSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FairTreeTest {
  private static final SimPartition PARTITION =
      new SimPartition(0, TestClusters.small().partitions().get(0), new BitSet());

  private long nextId;

  private SimJob jobOf(FairShare shares, String account, int gpus) {
    SimJob job =
        new SimJob(nextId++, job().gpus(gpus).account(account).build(), PARTITION, new BitSet());
    shares.know(job);
    return job;
  }

  private static void ran(FairShare shares, SimJob job, double seconds) {
    shares.started(job, 0);
    shares.ended(job, seconds);
  }

  @Test
  void ranksAccountsByUsageOverShare() {
    FairShare shares = new FairShare(1e9, true, Map.of("rich", 30, "poor", 10));
    SimJob rich = jobOf(shares, "rich", 4);
    SimJob poor = jobOf(shares, "poor", 4);
    SimJob idle = jobOf(shares, "idle", 4);
    ran(shares, rich, 200);
    ran(shares, poor, 100);
    shares.recalculate(200);
    // 200/30 is less than 100/10, and nothing is less than either.
    assertThat(shares.factor(idle)).isEqualTo(1);
    assertThat(shares.factor(rich)).isEqualTo(2.0 / 3);
    assertThat(shares.factor(poor)).isEqualTo(1.0 / 3);
  }

  @Test
  void equalsShareTheBetterRank() {
    FairShare shares = new FairShare(1e9, true, Map.of());
    SimJob a = jobOf(shares, "a", 1);
    SimJob b = jobOf(shares, "b", 1);
    shares.recalculate(10);
    assertThat(shares.factor(a)).isEqualTo(1).isEqualTo(shares.factor(b));
  }

  @Test
  void qosLiftsAJobByItsPriorityOverTheHighest() {
    PriorityWeights weights = PriorityWeights.FCFS.withQos(1000, Map.of("high", 100, "normal", 10));
    MultifactorPriority priority = new MultifactorPriority(weights, TestClusters.small());
    assertThat(priorityOf(priority, "high")).isEqualTo(1000);
    assertThat(priorityOf(priority, "normal")).isEqualTo(100);
    assertThat(priorityOf(priority, "other")).isEqualTo(1);
  }

  private long priorityOf(MultifactorPriority priority, String qos) {
    var plain = job().build();
    var request =
        new WorkloadJob(
            0,
            0,
            plain.user(),
            plain.account(),
            plain.partition(),
            1,
            "",
            1,
            1,
            0,
            10,
            60,
            "j",
            qos);
    SimJob job = new SimJob(nextId++, request, PARTITION, new BitSet());
    priority.arrive(job, 0);
    return job.priority;
  }
}
