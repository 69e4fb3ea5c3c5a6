package io.rltune.policy.features;

import static io.rltune.policy.Fixtures.DAY;
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
import io.rltune.model.ResourceRequest;
import io.rltune.policy.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FeatureExtractorTest {
  private static final Offset<Double> CLOSE = within(1e-6);
  private static final ClusterSnapshot MIXED = Fixtures.mixedCluster();

  @Nested
  class Request {
    @Test
    void waitingTimeCountsFromWhenTheJobBecameEligible() {
      Job job = job(1, 1, 3600, 10 * DAY).eligible(NOW - DAY).build();
      assertThat(feature(Feature.WAITED_DAYS, MIXED, job)).isEqualTo(0.5, CLOSE);
      assertThat(feature(Feature.WAITED, MIXED, job))
          .isEqualTo(Math.log(1441) / Math.log(20161), CLOSE);
    }

    @Test
    void waitingAsLongAsTheWalltimeIsOneHalf() {
      assertThat(feature(Feature.WAITED_RELATIVE, MIXED, job(1, 1, 3600, 3600).build()))
          .isEqualTo(0.5, CLOSE);
    }

    @Test
    void anUnlimitedWalltimeCountsAsSevenDays() {
      Job unlimited = job(1, 2, ResourceRequest.UNLIMITED, 0).build();
      Job week = job(1, 2, 7 * DAY, 0).build();
      assertThat(row(MIXED, unlimited)).isEqualTo(row(MIXED, week));
      assertThat(feature(Feature.WALLTIME, MIXED, week)).isEqualTo(1, CLOSE);
    }

    @Test
    void aJobWithoutGpusHasTheGpuTimeOfOneGpu() {
      assertThat(feature(Feature.GPU_TIME, MIXED, job(1, 0, 3600, 0).build()))
          .isEqualTo(feature(Feature.GPU_TIME, MIXED, job(1, 1, 3600, 0).build()), CLOSE);
      assertThat(feature(Feature.GPUS, MIXED, job(1, 0, 3600, 0).build())).isZero();
    }

    @Test
    void sharesAreThoseOfTheJobsOwnPool() {
      Job v100 = job(1, 2, 3600, 0).gpus(GpuDemand.of("v100", 2)).build();
      assertThat(feature(Feature.NODE_SHARE, MIXED, v100)).isEqualTo(2.0 / 4, CLOSE);
      assertThat(feature(Feature.POOL_SHARE, MIXED, v100)).isEqualTo(2.0 / 4, CLOSE);
      assertThat(feature(Feature.POOL_SHARE, MIXED, job(1, 2, 3600, 0).build()))
          .isEqualTo(2.0 / 20, CLOSE);
    }

    @Test
    void askingForThePoolsOwnCpusAndMemoryPerGpuIsOneHalf() {
      Job job = job(1, 2, 3600, 0).cpus(16).memMb(2 * 65_536).build();
      assertThat(feature(Feature.CPU_INTENSITY, MIXED, job)).isEqualTo(0.5, CLOSE);
      assertThat(feature(Feature.MEMORY_INTENSITY, MIXED, job)).isEqualTo(0.5, CLOSE);
    }

    @Test
    void untypedMeansThatAnyGpuWillDo() {
      Job typed = job(1, 1, 60, 0).gpus(GpuDemand.of("a100", 1)).build();
      assertThat(feature(Feature.UNTYPED, MIXED, typed)).isZero();
      assertThat(feature(Feature.UNTYPED, MIXED, job(1, 1, 60, 0).build())).isEqualTo(1);
      assertThat(feature(Feature.UNTYPED, MIXED, job(1, 0, 60, 0).build())).isZero();
    }
  }

  @Nested
  class Pool {
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
      assertThat(feature(Feature.POOL_FREE, cluster, constrained("[r1|r2]*2")))
          .isEqualTo(0.5, CLOSE);
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
                  Feature.POOL_FREE,
                  Fixtures.cluster(List.of(), up, down),
                  job(1, 1, 60, 0).build()))
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
                  Feature.POOL_FREE,
                  cluster,
                  job(1, 1, 3600, 0).partitions("brief", "open").build()))
          .isEqualTo(0.5, CLOSE);
      assertThat(
              feature(
                  Feature.POOL_FREE,
                  cluster,
                  job(1, 1, 3601, 0).partitions("brief", "open").build()))
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
  }

  @Nested
  class Placement {
    @Test
    void aJobThatFitsOnTwoNodesHasTwoWays() {
      Job job = job(1, 4, 60, 0).gpus(GpuDemand.of("a100", 4)).build();
      assertThat(feature(Feature.WAYS, MIXED, job)).isEqualTo(2.0 / 3, CLOSE);
      assertThat(feature(Feature.STARTABLE, MIXED, job)).isEqualTo(1);
    }

    @Test
    void tooFewCpusOnTheNodesWithGpusMeanThatItCannotStart() {
      Job job = job(1, 4, 60, 0).cpus(65).build();
      assertThat(feature(Feature.STARTABLE, MIXED, job)).isZero();
    }

    @Test
    void anExclusiveJobNeedsAnIdleNode() {
      ClusterSnapshot cluster = Fixtures.cluster(List.of(), gpuNode("n1", "a100", 8, 1));
      assertThat(feature(Feature.STARTABLE, cluster, job(1, 1, 60, 0).build())).isEqualTo(1);
      assertThat(feature(Feature.STARTABLE, cluster, job(1, 1, 60, 0).exclusive(true).build()))
          .isZero();
    }

    @Test
    void aFreeSplitMayGatherGpusThatAFixedOneCannot() {
      Job fixed = job(1, 12, 60, 0).nodeRange(2, 2).gpusPerNode(6).build();
      Job split = job(1, 12, 60, 0).nodeRange(1, 2).build();
      assertThat(feature(Feature.STARTABLE, MIXED, fixed)).isZero();
      assertThat(feature(Feature.STARTABLE, MIXED, split)).isEqualTo(1);
    }

    @Test
    void aFreeSplitKeepsToItsMostNodes() {
      assertThat(feature(Feature.STARTABLE, MIXED, job(1, 13, 60, 0).nodeRange(1, 2).build()))
          .isZero();
      assertThat(feature(Feature.STARTABLE, MIXED, job(1, 13, 60, 0).nodeRange(1, 3).build()))
          .isEqualTo(1);
    }
  }

  @Nested
  class Competition {
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
  }

  @Test
  void allFeaturesOfRandomQueuesAreWithinZeroAndOne() {
    SplittableRandom random = new SplittableRandom(5);
    List<Job> jobs = new ArrayList<>();
    for (int id = 0; id < 500; id++) {
      int min = random.nextInt(1, 9);
      jobs.add(
          job(
                  id,
                  random.nextInt(0, 3000),
                  random.nextLong(0, 100 * DAY),
                  random.nextLong(100 * DAY))
              .cpus(random.nextInt(0, 100_000))
              .memMb(random.nextLong(1L << 50))
              .nodeRange(min, random.nextBoolean() ? min : Integer.MAX_VALUE)
              .build());
    }
    float[] rows = FeatureExtractor.extract(new SnapshotQueueView(MIXED, jobs));
    assertThat(rows).hasSize(500 * FeatureSchema.WIDTH);
    for (float value : rows) {
      assertThat(value).isBetween(0f, 1f);
    }
  }

  @Test
  void anotherIdOrNameChangesNothing() {
    assertThat(row(MIXED, job(1, 2, 60, 5).name("train").user("ann").build()))
        .isEqualTo(row(MIXED, job(99, 2, 60, 5).name("x").user("bob").build()));
  }

  @Test
  void jobsThatAskAlikeShareAPool() {
    SnapshotQueueView view =
        new SnapshotQueueView(
            MIXED,
            List.of(job(1, 1, 60, 0).build(), job(2, 8, 9999, 5).build(), constrained("ib")));
    assertThat(view.poolCount()).isEqualTo(2);
    assertThat(view.poolOf(0)).isEqualTo(view.poolOf(1));
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
