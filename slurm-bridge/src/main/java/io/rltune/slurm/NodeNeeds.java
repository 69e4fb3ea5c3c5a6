package io.rltune.slurm;

import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.model.ResourceRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Raises the lower bound of a pending job's node count to what its GPUs need: {@code --gpus=12}
 * shows as one node, where no node of its partitions has more than four. A job that fits nowhere
 * keeps what Slurm says.
 */
final class NodeNeeds {
  /** The most GPUs of a type on one node of a partition; the type "" stands for any. */
  private record Key(String partition, String gpuType) {}

  private final Map<Key, Integer> largest = new HashMap<>();

  /**
   * Looks at what the nodes hold, free or not, in service or not.
   *
   * @param partitionList where empty, nodes tell their partitions themselves
   */
  NodeNeeds(List<Node> nodeList, List<Partition> partitionList) {
    Map<String, List<String>> byNode = new HashMap<>();
    for (Partition partition : partitionList) {
      for (String node : partition.nodes()) {
        byNode.computeIfAbsent(node, name -> new ArrayList<>()).add(partition.name());
      }
    }
    for (Node node : nodeList) {
      for (String partition : byNode.getOrDefault(node.name(), List.copyOf(node.partitions()))) {
        node.gpus().forEach((type, count) -> add(partition, type, count.total()));
        add(partition, GpuDemand.UNTYPED, node.gpusTotal());
      }
    }
  }

  private void add(String partition, String type, int gpus) {
    largest.merge(new Key(partition, type), gpus, Math::max);
  }

  /** The job, with a lower bound that its GPUs can be had on. */
  Job raise(Job job) {
    ResourceRequest request = job.request();
    if (!job.state().isPending()
        || request.gpus().isNone()
        || request.minNodes() == request.maxNodes()) {
      return job;
    }
    int needed = request.minNodes();
    for (Map.Entry<String, Integer> entry : request.gpus().byType().entrySet()) {
      int perNode = 0;
      for (String partition : job.partitions()) {
        perNode = Math.max(perNode, largest.getOrDefault(new Key(partition, entry.getKey()), 0));
      }
      if (perNode > 0) {
        needed = Math.max(needed, (entry.getValue() + perNode - 1) / perNode);
      }
    }
    return needed > request.minNodes() && needed <= request.maxNodes()
        ? job.withRequest(request.withMinNodes(needed))
        : job;
  }
}
