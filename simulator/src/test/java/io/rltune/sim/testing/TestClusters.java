package io.rltune.sim.testing;

import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.PriorityWeights;
import io.rltune.sim.engine.SlurmParams;

/** Small clusters for tests. */
public final class TestClusters {
  private TestClusters() {}

  /** Two nodes of four A100 and one of eight V100 in partition gpu, one CPU node in batch. */
  public static ClusterSpec small() {
    return ClusterFile.parse(
        """
        name: small
        nodes:
          - {names: "a[1-2]", gpu_type: a100, gpus: 4, cpus: 16, mem_mb: 64000, weight: 10}
          - {names: "v1", gpu_type: v100, gpus: 8, cpus: 16, mem_mb: 64000, weight: 5}
          - {names: "c1", cpus: 16, mem_mb: 64000}
        partitions:
          - {name: gpu, nodes: "a[1-2],v1", max_time: 1-00:00:00, default: true}
          - {name: batch, nodes: "c1"}
        """,
        "test");
  }

  /** Slurm as usual, but in order of submission, so that a test can foresee every start. */
  public static SlurmParams inOrder() {
    return SlurmParams.defaults().withWeights(PriorityWeights.FCFS);
  }

  /** The small cluster, scheduled in order of submission. */
  public static ClusterSim smallSim() {
    return new ClusterSim(small(), inOrder());
  }
}
