package io.rltune.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One partition.
 *
 * @param name partition name
 * @param up whether it starts jobs
 * @param nodes names of its nodes
 * @param maxTimeS longest time limit in seconds; {@link ResourceRequest#UNLIMITED} without one
 * @param maxNodes most nodes of a job; {@link ResourceRequest#UNBOUNDED} without a limit
 * @param priorityTier jobs of a higher tier are considered first, whatever their priority
 * @param isDefault whether jobs without a partition go here
 */
public record Partition(
    String name,
    boolean up,
    SortedSet<String> nodes,
    long maxTimeS,
    int maxNodes,
    int priorityTier,
    boolean isDefault) {
  public Partition {
    nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
  }

  public Partition(String name, List<String> nodes) {
    this(
        name,
        true,
        new TreeSet<>(nodes),
        ResourceRequest.UNLIMITED,
        ResourceRequest.UNBOUNDED,
        1,
        false);
  }
}
