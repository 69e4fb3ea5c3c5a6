package io.rltune.model;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One node of the cluster.
 *
 * @param name node name
 * @param state base state and flags
 * @param gpus GPUs by type; the type {@code ""} where the node registers none
 * @param cpusTotal CPUs that jobs can get
 * @param cpusUsed CPUs allocated
 * @param memMbTotal memory in MiB that jobs can get
 * @param memMbUsed memory in MiB allocated
 * @param features active features
 * @param partitions names of the partitions it belongs to
 * @param weight scheduling weight: Slurm fills nodes of low weight first
 * @param oddity empty, or why this node cannot be trusted (field and value); nothing is placed on
 *     it
 * @param otherGres generic resources other than GPUs, by {@code name} or {@code name:type}, e.g.
 *     {@code fpga}
 */
public record Node(
    String name,
    NodeState state,
    SortedMap<String, GpuCount> gpus,
    int cpusTotal,
    int cpusUsed,
    long memMbTotal,
    long memMbUsed,
    SortedSet<String> features,
    SortedSet<String> partitions,
    long weight,
    String oddity,
    SortedMap<String, GresCount> otherGres) {

  public Node {
    requireNonNull(name, "name");
    requireNonNull(state, "state");
    requireNonNull(oddity, "oddity");
    gpus = Collections.unmodifiableSortedMap(new TreeMap<>(gpus));
    features = Collections.unmodifiableSortedSet(new TreeSet<>(features));
    partitions = Collections.unmodifiableSortedSet(new TreeSet<>(partitions));
    // Cycles that were saved before this field existed have none.
    otherGres =
        otherGres == null
            ? Collections.emptySortedMap()
            : Collections.unmodifiableSortedMap(new TreeMap<>(otherGres));
  }

  /** An idle node of weight 1 without generic resources other than GPUs. */
  public Node(
      String name,
      NodeState state,
      SortedMap<String, GpuCount> gpus,
      int cpusTotal,
      long memMbTotal,
      Set<String> features,
      Set<String> partitions) {
    this(
        name,
        state,
        gpus,
        cpusTotal,
        0,
        memMbTotal,
        0,
        new TreeSet<>(features),
        new TreeSet<>(partitions),
        1,
        "",
        Collections.emptySortedMap());
  }

  /** Whether RLTune may place a job here: in service, not planned by backfill, nothing odd. */
  public boolean isUsable() {
    return state.isInService() && !state.isPlanned() && oddity.isEmpty();
  }

  public int cpusFree() {
    return Math.max(0, cpusTotal - cpusUsed);
  }

  public long memMbFree() {
    return Math.max(0, memMbTotal - memMbUsed);
  }

  /** GPUs of all types. */
  public int gpusTotal() {
    // No stream: replays and cycles ask for it some million times.
    int total = 0;
    for (GpuCount count : gpus.values()) {
      total += count.total();
    }
    return total;
  }

  /** Free GPUs of all types, whatever the node's state. */
  public int gpusFree() {
    int free = 0;
    for (GpuCount count : gpus.values()) {
      free += count.free();
    }
    return free;
  }
}
