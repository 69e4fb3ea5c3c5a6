package io.rltune.plan;

import io.rltune.model.Job;
import java.util.LinkedHashMap;
import java.util.Map;

/** How a job's CPUs and memory divide over its nodes: in proportion to its GPUs, else evenly. */
final class Shares {
  private Shares() {}

  static double of(Job job, int gpusOnNode, int nodes) {
    int total = job.request().gpus().total();
    return total > 0 ? gpusOnNode / (double) total : 1.0 / nodes;
  }

  /**
   * GPUs of a running job by node; Slurm's list answers do not give the split, so it is taken as
   * even.
   */
  static Map<String, Integer> ofRunning(Job job) {
    Map<String, Integer> split = new LinkedHashMap<>();
    int total = job.request().gpus().total();
    int nodes = job.nodes().size();
    for (int i = 0; i < nodes; i++) {
      split.put(job.nodes().get(i), total / nodes + (i < total % nodes ? 1 : 0));
    }
    return split;
  }
}
