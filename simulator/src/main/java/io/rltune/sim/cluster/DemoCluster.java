package io.rltune.sim.cluster;

import io.rltune.sim.workload.BurstySpec.TypeCapacity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A heterogeneous cluster of 200 GPUs in three pools, and four CPU nodes. */
public final class DemoCluster {
  private static final String YAML =
      """
      name: demo-200
      nodes:
        - {names: "cpu[01-04]", cpus: 64, mem_mb: 256000, features: [cpu], weight: 1}
        - {names: "t4-[01-10]", gpu_type: t4, gpus: 4, cpus: 32, mem_mb: 192000,
           features: [t4], weight: 10}
        - {names: "v100-[01-08]", gpu_type: v100, gpus: 8, cpus: 48, mem_mb: 384000,
           features: [v100, nvlink], weight: 20}
        - {names: "a100-[01-12]", gpu_type: a100, gpus: 8, cpus: 64, mem_mb: 1024000,
           features: [a100, nvlink, ib], weight: 30}
      partitions:
        - {name: gpu, nodes: "t4-[01-10],v100-[01-08],a100-[01-12]", max_time: 7-00:00:00,
           default: true}
        - {name: batch, nodes: "cpu[01-04]", max_time: 3-00:00:00}
      """;

  private DemoCluster() {}

  /** The cluster. */
  public static ClusterSpec spec() {
    return ClusterFile.parse(YAML, "built-in demo cluster");
  }

  /** The GPU pools of any cluster, as the workload generator wants them. */
  public static List<TypeCapacity> capacity(ClusterSpec cluster) {
    Map<String, Integer> perNode = new LinkedHashMap<>();
    for (NodeSpec node : cluster.nodes()) {
      if (node.gpus() > 0) {
        perNode.merge(node.gpuType(), node.gpus(), Math::min);
      }
    }
    List<TypeCapacity> pools = new ArrayList<>();
    perNode.forEach(
        (type, gpus) -> pools.add(new TypeCapacity(type, cluster.gpusByType().get(type), gpus)));
    return pools;
  }
}
