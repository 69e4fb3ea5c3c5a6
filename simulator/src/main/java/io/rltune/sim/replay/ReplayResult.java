package io.rltune.sim.replay;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.workload.WorkloadJob;
import java.util.Arrays;
import java.util.List;

/**
 * What became of a workload under a policy.
 *
 * @param policy name of the policy
 * @param metrics waits, slowdowns, utilisation, fairness
 * @param cluster the cluster
 * @param jobs the workload, as given
 * @param finishedJobs what became of each job, in the order of {@code jobs}; of a requeued job its
 *     last run
 * @param nodes indexes of the nodes of each job's (last) run, in the order of {@code jobs}
 * @param cycles cycles of RLTune, 0 for policies without
 * @param requeues runs lost to failed nodes
 */
public record ReplayResult(
    String policy,
    ReplayMetrics metrics,
    ClusterSpec cluster,
    List<WorkloadJob> jobs,
    List<FinishedJob> finishedJobs,
    int[][] nodes,
    long cycles,
    int requeues) {
  public ReplayResult {
    jobs = List.copyOf(jobs);
    finishedJobs = List.copyOf(finishedJobs);
  }

  /** Names of the nodes that a job ran on. */
  public List<String> nodeNames(int job) {
    return Arrays.stream(nodes[job]).mapToObj(node -> cluster.nodes().get(node).name()).toList();
  }

  /**
   * Queue length, busy GPUs and a heat map of the nodes over time.
   *
   * @param bins number of bins, at least 1
   */
  public ReplaySeries series(int bins) {
    return ReplaySeries.of(cluster, jobs, finishedJobs, nodes, bins);
  }
}
