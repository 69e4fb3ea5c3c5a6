package io.rltune.sim.cluster;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cluster as the simulator builds it; {@link ClusterFile} reads one from YAML and {@link
 * DemoCluster} is one.
 *
 * @param name cluster name
 * @param nodes nodes in configuration order
 * @param partitions partitions, at least one
 */
public record ClusterSpec(String name, List<NodeSpec> nodes, List<PartitionSpec> partitions) {
  public ClusterSpec {
    Objects.requireNonNull(name, "name");
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
    Set<String> names = new HashSet<>();
    for (NodeSpec node : nodes) {
      check(names.add(node.name()), name, "node " + node.name() + " is defined twice");
    }
    check(!partitions.isEmpty(), name, "has no partition; define at least one");
    Set<String> partitionNames = new HashSet<>();
    for (PartitionSpec partition : partitions) {
      check(
          partitionNames.add(partition.name()),
          name,
          "partition " + partition.name() + " is defined twice");
      check(!partition.nodes().isEmpty(), name, "partition " + partition.name() + " has no nodes");
      for (String node : partition.nodes()) {
        check(
            names.contains(node),
            name,
            "partition " + partition.name() + " names node " + node + ", which is not defined");
      }
    }
    check(
        partitions.stream().filter(PartitionSpec::isDefault).count() <= 1,
        name,
        "has more than one default partition");
  }

  /** All GPUs of the cluster. */
  public int totalGpus() {
    return nodes.stream().mapToInt(NodeSpec::gpus).sum();
  }

  /** GPUs by type. */
  public SortedMap<String, Integer> gpusByType() {
    SortedMap<String, Integer> byType = new TreeMap<>();
    for (NodeSpec node : nodes) {
      if (node.gpus() > 0) {
        byType.merge(node.gpuType(), node.gpus(), Integer::sum);
      }
    }
    return byType;
  }

  /** The partition for jobs that name none: the default one, else the first. */
  public PartitionSpec defaultPartition() {
    return partitions.stream()
        .filter(PartitionSpec::isDefault)
        .findFirst()
        .orElse(partitions.get(0));
  }

  private static void check(boolean ok, String cluster, String problem) {
    if (!ok) {
      throw new IllegalArgumentException("cluster " + cluster + ": " + problem);
    }
  }
}
