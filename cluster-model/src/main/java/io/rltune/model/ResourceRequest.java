package io.rltune.model;

/**
 * What a job asks for.
 *
 * @param gpus GPUs over all nodes
 * @param gpusPerNode GPUs that every node must give, or 0 where Slurm may split them freely
 * @param minNodes fewest nodes, at least 1
 * @param maxNodes most nodes, at least {@code minNodes}; {@link #UNBOUNDED} where the request names
 *     no limit
 * @param cpus CPUs over all nodes
 * @param memMb memory in MiB over all nodes; 0 = none asked
 * @param wholeNodeMemory whether the job asks for all memory of its nodes (Slurm's {@code --mem=0})
 * @param exclusive whether no other job may share its nodes
 * @param timeLimitS requested walltime in seconds; {@link #UNLIMITED} where there is none
 */
public record ResourceRequest(
    GpuDemand gpus,
    int gpusPerNode,
    int minNodes,
    int maxNodes,
    int cpus,
    long memMb,
    boolean wholeNodeMemory,
    boolean exclusive,
    long timeLimitS) {
  public static final int UNBOUNDED = Integer.MAX_VALUE;
  public static final long UNLIMITED = Long.MAX_VALUE;

  public ResourceRequest {
    if (minNodes < 1 || maxNodes < minNodes) {
      throw new IllegalArgumentException("node range " + minNodes + ".." + maxNodes);
    }
    if (gpusPerNode < 0 || cpus < 0 || memMb < 0 || timeLimitS < 0) {
      throw new IllegalArgumentException(
          "negative request: gpusPerNode="
              + gpusPerNode
              + " cpus="
              + cpus
              + " memMb="
              + memMb
              + " timeLimitS="
              + timeLimitS);
    }
  }

  /** The same request on at least so many nodes. */
  public ResourceRequest withMinNodes(int nodes) {
    return new ResourceRequest(
        gpus, gpusPerNode, nodes, maxNodes, cpus, memMb, wholeNodeMemory, exclusive, timeLimitS);
  }

  /** The same request with or without the wish for whole nodes. */
  public ResourceRequest withExclusive(boolean whole) {
    return new ResourceRequest(
        gpus, gpusPerNode, minNodes, maxNodes, cpus, memMb, wholeNodeMemory, whole, timeLimitS);
  }

  /** The same request without memory. */
  public ResourceRequest withoutMemory() {
    return new ResourceRequest(
        gpus, gpusPerNode, minNodes, maxNodes, cpus, 0, false, exclusive, timeLimitS);
  }

  /** Whether Slurm will give exactly {@code minNodes} nodes, whatever it places the job on. */
  public boolean hasFixedNodeCount() {
    return minNodes == maxNodes;
  }

  /** Requested walltime, capped, so that an unlimited job does not drown every other. */
  public long timeLimitS(long capS) {
    return Math.min(timeLimitS, capS);
  }
}
