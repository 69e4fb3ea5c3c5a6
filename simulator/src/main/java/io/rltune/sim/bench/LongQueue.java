package io.rltune.sim.bench;

import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.demo.PlainPolicy;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;

/** A full cluster of three GPU types with a long queue, for measurements of a whole cycle. */
public final class LongQueue {
  private static final long SEED = 1;

  /** More than a node starts at once, so that the queue is as long as asked for. */
  private static final int RUNNING_PER_NODE = 3;

  private static final double SHORTEST_S = 6 * 3600.0;
  private static final double MEDIAN_S = 12 * 3600.0;
  private static final double LONGEST_S = 3 * 86_400.0;

  /** All jobs arrive in about this time. */
  private static final double WINDOW_S = 1800;

  private LongQueue() {}

  /**
   * The cluster after the jobs have arrived and Slurm has filled the nodes.
   *
   * @param nodes number of nodes, at least 10: half with 8 a100, 3 in 10 with 4 v100, the rest with
   *     2 t4
   * @param pending number of jobs that wait at the end, at least
   */
  public static ClusterSim of(int nodes, int pending) {
    if (nodes < 10 || pending < 1) {
      throw new IllegalArgumentException(
          "nodes %d must be at least 10 and pending %d at least 1".formatted(nodes, pending));
    }
    ClusterSpec cluster = cluster(nodes);
    ClusterSim sim = new ClusterSim(cluster, PlainPolicy.MULTIFACTOR_EASY.params());
    double lastS = 0;
    for (WorkloadJob job : jobs(cluster, pending + RUNNING_PER_NODE * nodes)) {
      sim.submit(job);
      lastS = Math.max(lastS, job.submitS());
    }
    // Two passes of backfill after the last arrival.
    sim.advanceTo(lastS + 120);
    return sim;
  }

  private static List<WorkloadJob> jobs(ClusterSpec cluster, int count) {
    BurstySpec spec =
        BurstySpec.demo(DemoCluster.capacity(cluster))
            .withJobs(count)
            .withRuntimes(SHORTEST_S, MEDIAN_S, LONGEST_S);
    List<WorkloadJob> once = BurstyWorkload.generate(spec.withOfferedLoad(1), SEED);
    double windowS = once.get(once.size() - 1).submitS();
    return BurstyWorkload.generate(spec.withOfferedLoad(Math.max(1, windowS / WINDOW_S)), SEED);
  }

  private static ClusterSpec cluster(int nodes) {
    int a100 = nodes / 2;
    int v100 = nodes * 3 / 10;
    int t4 = nodes - a100 - v100;
    return ClusterFile.parse(
        """
        name: long-queue
        nodes:
          - {names: "a[1-%d]", gpu_type: a100, gpus: 8, cpus: 64, mem_mb: 1024000, weight: 30}
          - {names: "v[1-%d]", gpu_type: v100, gpus: 4, cpus: 40, mem_mb: 384000, weight: 20}
          - {names: "t[1-%d]", gpu_type: t4, gpus: 2, cpus: 32, mem_mb: 192000, weight: 10}
        partitions:
          - {name: gpu, nodes: "a[1-%d],v[1-%d],t[1-%d]", max_time: 30-00:00:00, default: true}
        """
            .formatted(a100, v100, t4, a100, v100, t4),
        "built-in cluster of " + nodes + " nodes");
  }
}
