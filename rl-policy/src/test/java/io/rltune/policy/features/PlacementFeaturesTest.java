package io.rltune.policy.features;

import static io.rltune.policy.Fixtures.gpuNode;
import static io.rltune.policy.Fixtures.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.policy.Fixtures;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What features say of how a job fits now. */
class PlacementFeaturesTest {
  private static final Offset<Double> CLOSE = within(1e-6);
  private static final ClusterSnapshot MIXED = Fixtures.mixedCluster();

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
