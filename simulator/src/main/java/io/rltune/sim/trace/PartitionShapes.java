package io.rltune.sim.trace;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nodes of a cluster by partition and GPU type, looked up for every job of a trace. */
final class PartitionShapes {
  private final ClusterSpec cluster;
  private final Map<String, PartitionSpec> partitions = new HashMap<>();
  private final Map<String, List<NodeSpec>> byType = new HashMap<>();

  PartitionShapes(ClusterSpec cluster) {
    this.cluster = cluster;
    cluster.partitions().forEach(partition -> partitions.put(partition.name(), partition));
  }

  /** The partition of a name, the default one where the cluster has no such partition. */
  PartitionSpec partition(String name) {
    return partitions.getOrDefault(name, cluster.defaultPartition());
  }

  /** Nodes of a partition with a GPU type; with an empty type all of them. */
  List<NodeSpec> nodes(PartitionSpec partition, String type) {
    return byType.computeIfAbsent(
        partition.name() + "\n" + type,
        key -> {
          Set<String> names = new HashSet<>(partition.nodes());
          return cluster.nodes().stream()
              .filter(node -> names.contains(node.name()))
              .filter(node -> type.isEmpty() || type.equals(node.gpuType()))
              .toList();
        });
  }

  /**
   * The types that a partition has of those named, whatever their case, the one with the most GPUs
   * first.
   */
  List<String> types(PartitionSpec partition, List<String> wanted) {
    return nodes(partition, "").stream()
        .filter(node -> node.gpus() > 0)
        .map(NodeSpec::gpuType)
        .distinct()
        .filter(type -> wanted.stream().anyMatch(type::equalsIgnoreCase))
        .sorted(
            Comparator.comparingInt((String type) -> -gpus(partition, type))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private int gpus(PartitionSpec partition, String type) {
    return nodes(partition, type).stream().mapToInt(NodeSpec::gpus).sum();
  }
}
