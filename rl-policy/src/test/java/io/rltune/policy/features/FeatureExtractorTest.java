package io.rltune.policy.features;

import static io.rltune.policy.Fixtures.DAY;
import static io.rltune.policy.Fixtures.NOW;
import static io.rltune.policy.Fixtures.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobConstraints;
import io.rltune.model.ResourceRequest;
import io.rltune.policy.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FeatureExtractorTest {
  private static final Offset<Double> CLOSE = within(1e-6);
  private static final ClusterSnapshot MIXED = Fixtures.mixedCluster();

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
