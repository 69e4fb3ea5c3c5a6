package io.rltune.sim.replay;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.JobView;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs a workload under a policy until every job has ended. */
public final class Replay {
  private static final double STEP_S = 3600;

  private Replay() {}

  /**
   * Runs the workload. Same arguments, same result, except for the wall time in the metrics.
   *
   * @param jobs the workload, in order of file; submit times need not be sorted
   * @throws IllegalArgumentException where a job could never run on the cluster
   */
  public static ReplayResult run(
      ClusterSpec cluster,
      List<WorkloadJob> jobs,
      ReplayPolicy policy,
      ReplayOptions options,
      ReplayProgress progress) {
    long startedNs = System.nanoTime();
    ReplayPolicies.SlurmPolicy slurm = (ReplayPolicies.SlurmPolicy) policy;
    ClusterSim sim = new ClusterSim(cluster, slurm.params().apply(options.slurm()));
    jobs.forEach(sim::submit);
    while (!sim.isIdle()) {
      sim.advanceTo(Math.max(sim.nowS() + STEP_S, sim.nextEventS()));
      progress.at(
          jobs.size() - sim.pendingCount() - sim.runningJobs().size(), jobs.size(), sim.nowS());
    }
    Map<String, Integer> index = new HashMap<>();
    cluster.nodes().forEach(node -> index.put(node.name(), index.size()));
    List<FinishedJob> finished = sim.finishedJobs();
    List<int[]> nodes = new ArrayList<>();
    for (JobView job : sim.jobs()) {
      nodes.add(job.nodes().stream().mapToInt(index::get).toArray());
    }
    ReplayMetrics metrics =
        ReplayMetrics.of(
            policy.name(),
            finished,
            cluster.totalGpus(),
            sim.fragmentation(),
            sim.decisions(),
            (System.nanoTime() - startedNs) / 1e9);
    return new ReplayResult(
        policy.name(), metrics, cluster, jobs, finished, nodes.toArray(int[][]::new), 0, 0);
  }
}
