package io.rltune.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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
 * @param gresPerNode units of generic resources other than GPUs that every node must give, by
 *     {@code name} or {@code name:type}; counts are at least 1
 */
@RecordBuilder
public record ResourceRequest(
    GpuDemand gpus,
    int gpusPerNode,
    int minNodes,
    int maxNodes,
    int cpus,
    long memMb,
    boolean wholeNodeMemory,
    boolean exclusive,
    long timeLimitS,
    SortedMap<String, Long> gresPerNode)
    implements ResourceRequestBuilder.With {
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
    // Cycles that were saved before this field existed have none.
    TreeMap<String, Long> copy = new TreeMap<>();
    if (gresPerNode != null) {
      copy.putAll(gresPerNode);
    }
    copy.values().removeIf(count -> count == 0);
    copy.forEach(
        (kind, count) -> {
          if (count < 0) {
            throw new IllegalArgumentException("negative GRES count " + count + " of " + kind);
          }
        });
    gresPerNode = Collections.unmodifiableSortedMap(copy);
  }

  /** The same request with other CPUs and memory (MiB) over all nodes. */
  public ResourceRequest withCpusAndMemory(int newCpus, long newMemMb) {
    return withCpus(newCpus).withMemMb(newMemMb);
  }

  /** The same request without memory. */
  public ResourceRequest withoutMemory() {
    return withMemMb(0).withWholeNodeMemory(false);
  }

  /** Whether it asks for GPUs of more than one type. */
  public boolean mixesGpuTypes() {
    return gpus.byType().size() > 1;
  }

  /**
   * GPUs by type that every node must give; empty where Slurm may divide them over nodes as it
   * likes, or where some are of any type beside others of a named one.
   */
  public Optional<SortedMap<String, Integer>> gpusByTypeOnEachNode() {
    boolean named = !gpus.byType().containsKey(GpuDemand.UNTYPED) || gpus.isUntyped();
    boolean alike = gpusPerNode > 0 && gpusPerNode * (long) minNodes == gpus.total();
    if (!named || !hasFixedNodeCount() || !(minNodes == 1 || alike)) {
      return Optional.empty();
    }
    SortedMap<String, Integer> each = new TreeMap<>();
    for (var entry : gpus.byType().entrySet()) {
      if (entry.getValue() % minNodes != 0) {
        return Optional.empty();
      }
      each.put(entry.getKey(), entry.getValue() / minNodes);
    }
    return Optional.of(each);
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
