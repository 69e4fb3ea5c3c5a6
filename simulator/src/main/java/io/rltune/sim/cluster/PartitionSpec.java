package io.rltune.sim.cluster;

import java.util.List;
import java.util.Objects;

/**
 * One simulated partition.
 *
 * @param name partition name
 * @param nodes names of its nodes
 * @param maxTimeS longest time limit in seconds; {@link Long#MAX_VALUE} without one
 * @param isDefault whether jobs without a partition go here
 * @param priorityTier jobs of a higher tier are considered first, whatever their priority
 */
public record PartitionSpec(
    String name, List<String> nodes, long maxTimeS, boolean isDefault, int priorityTier) {
  public PartitionSpec {
    Objects.requireNonNull(name, "name");
    nodes = List.copyOf(nodes);
    if (maxTimeS < 60) {
      throw new IllegalArgumentException(
          "partition " + name + ": max time " + maxTimeS + " s is below one minute");
    }
  }
}
