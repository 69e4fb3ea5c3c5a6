package io.rltune.sim.trace;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;

/**
 * A cluster counted in shards of its GPUs, as Slurm's gres/shard does, so that jobs can have a
 * fraction of a GPU. A node's shards are one pool here: a job may end up with shards of several
 * GPUs where Slurm would have waited for one, so sharing looks slightly better than it is.
 */
public final class Shards {
  private Shards() {}

  /** The cluster with every GPU as so many shards. */
  public static ClusterSpec of(ClusterSpec cluster, int shardsPerGpu) {
    if (shardsPerGpu < 1) {
      throw new IllegalArgumentException("shards per GPU " + shardsPerGpu + " must be at least 1");
    }
    if (shardsPerGpu == 1) {
      return cluster;
    }
    return new ClusterSpec(
        cluster.name(),
        cluster.nodes().stream()
            .map(
                node ->
                    new NodeSpec(
                        node.name(),
                        node.gpuType(),
                        Math.multiplyExact(node.gpus(), shardsPerGpu),
                        node.cpus(),
                        node.memoryMb(),
                        node.features(),
                        node.weight(),
                        node.speed()))
            .toList(),
        cluster.partitions());
  }
}
