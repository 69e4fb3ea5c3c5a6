package io.rltune.sim.engine;

import io.rltune.sim.cluster.NodeSpec;
import java.util.List;

/**
 * A simulated node at one instant.
 *
 * @param spec its configuration
 * @param partitions names of its partitions
 * @param gpuIndexesUsed indexes of the GPUs in use
 * @param cpusUsed CPUs in use
 * @param memMbUsed memory in use, in MiB
 * @param health whether it is in service
 * @param planned whether backfill keeps it for a job
 */
public record NodeView(
    NodeSpec spec,
    List<String> partitions,
    List<Integer> gpuIndexesUsed,
    int cpusUsed,
    long memMbUsed,
    Health health,
    boolean planned) {

  /** Whether a node takes jobs. */
  public enum Health {
    UP,
    /** Takes no new jobs; running ones stay. */
    DRAIN,
    /** Lost, with all its jobs. */
    DOWN
  }
}
