package io.rltune.sim.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeNames;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A partition record of {@code GET /partitions}; v0.0.42 does not say which is the default. */
final class PartitionJson {
  private final ObjectNode template = Json.template("partition.json");
  private final ClusterSpec cluster;

  PartitionJson(ClusterSpec cluster) {
    this.cluster = cluster;
  }

  ObjectNode of(PartitionSpec partition) {
    List<NodeSpec> nodes =
        cluster.nodes().stream().filter(node -> partition.nodes().contains(node.name())).toList();
    int cpus = nodes.stream().mapToInt(NodeSpec::cpus).sum();
    long memMb = nodes.stream().mapToLong(NodeSpec::memoryMb).sum();
    Map<String, Integer> gpus = new TreeMap<>();
    for (NodeSpec node : nodes) {
      if (node.gpus() > 0) {
        gpus.merge(node.gpuType(), node.gpus(), Integer::sum);
      }
    }
    ObjectNode json = template.deepCopy();
    json.put("name", partition.name());
    child(json, "nodes")
        .put("configured", NodeNames.compress(partition.nodes()))
        .put("total", nodes.size());
    child(json, "tres").put("configured", TresText.ofNodes(cpus, memMb, nodes.size(), gpus));
    child(json, "cpus").put("total", cpus);
    child(json, "maximums")
        .set(
            "time",
            partition.maxTimeS() == Long.MAX_VALUE
                ? Json.infinite()
                : Json.number(partition.maxTimeS() / 60));
    child(json, "priority")
        .put("job_factor", partition.priorityTier())
        .put("tier", partition.priorityTier());
    return json;
  }

  private static ObjectNode child(ObjectNode json, String key) {
    return (ObjectNode) json.get(key);
  }
}
