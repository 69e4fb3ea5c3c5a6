package io.rltune.slurm.version;

import io.rltune.model.ResourceRequest;
import io.rltune.slurm.grammar.Tres;

/**
 * How many nodes a job takes, as far as its own record tells. Slurm's {@code node_count} of a
 * pending job is only a lower bound: with {@code --gpus} or {@code --gpus-per-task} it is 1,
 * whatever the nodes hold. What the nodes hold comes in later, in {@code NodeNeeds}.
 *
 * @param min fewest, at least 1
 * @param max most, at least min
 */
record NodeRange(int min, int max) {
  /** The fewest nodes, before GPUs are looked at. */
  static int fewest(Fields job, Tres requested, int tasks) {
    int nodes = job.count("node_count", 0);
    if (nodes == 0) {
      nodes = (int) Math.min(1_000_000, requested.count("node").orElse(0L));
    }
    int perNode = job.num16("tasks_per_node").count(0);
    if (perNode > 0) {
      nodes = Math.max(nodes, (int) ((tasks + (long) perNode - 1) / perNode));
    }
    return Math.max(1, nodes);
  }

  /**
   * Without a limit, a job has at most as many nodes as tasks, because a task cannot span nodes;
   * except that GPUs asked for the job as a whole may come from nodes beyond.
   */
  static NodeRange of(Fields job, int fewest, int tasks, GpuRequest gpus) {
    int min = Math.max(fewest, gpus.nodes());
    int max = job.num("max_nodes").count(0);
    if (max == 0 && gpus.nodes() > 0) {
      // --gpus with --gpus-per-node: Slurm takes exactly as many nodes as that comes to.
      max = min;
    }
    if (max == 0) {
      max = gpus.perJob() || tasks == 0 ? ResourceRequest.UNBOUNDED : tasks;
    }
    return new NodeRange(min, Math.max(min, max));
  }
}
