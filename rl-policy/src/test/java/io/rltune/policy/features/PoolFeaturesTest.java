package io.rltune.policy.features;

import static io.rltune.policy.Fixtures.NOW;
import static io.rltune.policy.Fixtures.gpuNode;
import static io.rltune.policy.Fixtures.job;
import static io.rltune.policy.Fixtures.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobConstraints;
import io.rltune.model.JobState;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.policy.Fixtures;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What features say of the nodes that could run a job, and of who else wants them. */
class PoolFeaturesTest {
  private static final Offset<Double> CLOSE = within(1e-6);
  private static final ClusterSnapshot MIXED = Fixtures.mixedCluster();

  @Test
  void holdsTheNodesThatHaveAllFeatures() {
    ClusterSnapshot cluster =
        Fixtures.cluster(
            List.of(),
            node("n1", "a100", 4, 0, Set.of("ib", "nvlink"), Set.of("gpu")),
            node("n2", "a100", 4, 4, Set.of("ib"), Set.of("gpu")));
    assertThat(feature(Feature.POOL_FREE, cluster, constrained("ib&nvlink"))).isEqualTo(1);
    assertThat(feature(Feature.POOL_FREE, cluster, constrained("ib"))).isEqualTo(0.5, CLOSE);
  }

  @Test
  void takesAConstraintThatIsNoPlainListForNone() {
    ClusterSnapshot cluster =
        Fixtures.cluster(List.of(), gpuNode("n1", "a100", 4, 0), gpuNode("n2", "a100", 4, 4));
    assertThat(feature(Feature.POOL_FREE, cluster, constrained("[r1|r2]*2"))).isEqualTo(0.5, CLOSE);
  }

  @Test
  void leavesOutNodesThatAreNotInService() {
    Node up = gpuNode("n1", "a100", 4, 0);
    Node template = gpuNode("n2", "a100", 4, 4);
    Node down =
        new Node(
            "n2",
            new NodeState("MIXED", Set.of("DRAIN")),
            template.gpus(),
            32,
            1000,
            Set.of(),
            Set.of("gpu"));
    assertThat(
            feature(
                Feature.POOL_FREE, Fixtures.cluster(List.of(), up, down), job(1, 1, 60, 0).build()))
        .isEqualTo(1);
  }

  @Test
  void leavesOutPartitionsWhoseTimeLimitIsTooShort() {
    Node n1 = gpuNode("n1", "a100", 4, 0);
    Node n2 = gpuNode("n2", "a100", 4, 4);
    Partition brief = new Partition("brief", true, sorted("n1"), 3600, 8, 1, false);
    Partition open = new Partition("open", List.of("n2"));
    ClusterSnapshot cluster =
        new ClusterSnapshot(
            NOW, "23.11.4", List.of(), List.of(n1, n2), List.of(brief, open), List.of());
    assertThat(
            feature(
                Feature.POOL_FREE, cluster, job(1, 1, 3600, 0).partitions("brief", "open").build()))
        .isEqualTo(0.5, CLOSE);
    assertThat(
            feature(
                Feature.POOL_FREE, cluster, job(1, 1, 3601, 0).partitions("brief", "open").build()))
        .isZero();
  }

  @Test
  void leavesOutExcludedNodes() {
    ClusterSnapshot cluster =
        Fixtures.cluster(List.of(), gpuNode("n1", "a100", 4, 0), gpuNode("n2", "a100", 4, 4));
    Job job =
        job(1, 1, 60, 0)
            .constraints(new JobConstraints(List.of(), List.of("n2"), "", "", "", "", ""))
            .build();
    assertThat(feature(Feature.POOL_FREE, cluster, job)).isEqualTo(1);
  }

  @Test
  void countsGpusThatComeFreeByRemainingWalltimes() {
    Job soon = running(7, "x", 2, NOW + 300);
    Job later = running(8, "y", 2, NOW + 1800);
    Job never = running(9, "y", 2, NOW + 90_000);
    ClusterSnapshot cluster =
        Fixtures.cluster(List.of(soon, later, never), gpuNode("n1", "a100", 8, 6));
    Job job = job(1, 1, 60, 0).build();
    assertThat(feature(Feature.POOL_FREE, cluster, job)).isEqualTo(0.25, CLOSE);
    assertThat(feature(Feature.POOL_FREE_10MIN, cluster, job)).isEqualTo(0.5, CLOSE);
    assertThat(feature(Feature.POOL_FREE_1H, cluster, job)).isEqualTo(0.75, CLOSE);
  }

  @Test
  void isFragmentedByFreeGpusOnPartlyUsedNodes() {
    assertThat(feature(Feature.FRAGMENTATION, MIXED, job(1, 1, 60, 0).build()))
        .isEqualTo(4.0 / 16, CLOSE);
  }

  @Test
  void pressureCountsDemandThatMayGoElsewhereInPart() {
    // 8 untyped GPUs spread over 20; 4 of them V100: 1.6 fall on those, on top of 4 asked for.
    Job untyped = job(1, 8, 60, 0).build();
    Job v100 = job(2, 4, 60, 0).gpus(GpuDemand.of("v100", 4)).build();
    double pressure = (4 + 1.6) / 4;
    assertThat(rows(MIXED, untyped, v100)[FeatureSchema.WIDTH + Feature.POOL_PRESSURE.index()])
        .isEqualTo((float) (pressure / (1 + pressure)), within(1e-6f));
  }

  @Test
  void theQueueAheadIsWhatLongerWaitersInThePoolWant() {
    Job first = job(1, 10, 60, 500).build();
    Job second = job(2, 20, 60, 400).build();
    Job third = job(3, 1, 60, 300).build();
    float[] rows = rows(MIXED, third, first, second);
    assertThat(rows[Feature.QUEUE_AHEAD.index()]).isEqualTo(0.6f, within(1e-6f));
    assertThat(rows[FeatureSchema.WIDTH + Feature.QUEUE_AHEAD.index()]).isZero();
  }

  @Test
  void anAccountsShareIsThatOfTheRunningGpus() {
    ClusterSnapshot cluster =
        Fixtures.cluster(
            List.of(running(7, "x", 6, NOW + 9000), running(8, "y", 2, NOW + 9000)),
            gpuNode("n1", "a100", 8, 8));
    assertThat(feature(Feature.ACCOUNT_SHARE, cluster, job(1, 1, 60, 0).account("x").build()))
        .isEqualTo(0.75, CLOSE);
    assertThat(feature(Feature.ACCOUNT_SHARE, cluster, job(1, 1, 60, 0).account("z").build()))
        .isZero();
  }

  private static Job constrained(String features) {
    return job(1, 1, 60, 0)
        .constraints(new JobConstraints(List.of(), List.of(), features, "", "", "", ""))
        .build();
  }

  private static Job running(long id, String account, int gpus, long end) {
    return job(id, gpus, 3600, 3000)
        .state(JobState.RUNNING)
        .account(account)
        .nodes(List.of("n1"))
        .end(end)
        .build();
  }

  private static SortedSet<String> sorted(String name) {
    return new TreeSet<>(Set.of(name));
  }

  private static double feature(Feature feature, ClusterSnapshot cluster, Job job) {
    return row(cluster, job)[feature.index()];
  }

  private static float[] row(ClusterSnapshot cluster, Job job) {
    return rows(cluster, job);
  }

  private static float[] rows(ClusterSnapshot cluster, Job... jobs) {
    return FeatureExtractor.extract(new SnapshotQueueView(cluster, List.of(jobs)));
  }
}
