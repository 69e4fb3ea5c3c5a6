package io.rltune.policy;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobBuilder;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Clusters and jobs for the tests of this module. The clock stands at {@link #NOW}. */
public final class Fixtures {
  public static final long NOW = 1_700_000_000;
  public static final long DAY = 86_400;

  private Fixtures() {}

  /** A node with GPUs of one type, 8 CPUs and 64 GiB per GPU, and as much of them used. */
  public static Node gpuNode(String name, String type, int gpus, int used) {
    return node(name, type, gpus, used, Set.of(), Set.of("gpu"));
  }

  public static Node node(
      String name, String type, int gpus, int used, Set<String> features, Set<String> partitions) {
    return new Node(
        name,
        new NodeState("MIXED", Set.of()),
        new TreeMap<>(Map.of(type, new GpuCount(gpus, used))),
        8 * gpus,
        8 * used,
        65_536L * gpus,
        65_536L * used,
        new TreeSet<>(features),
        new TreeSet<>(partitions),
        1,
        "",
        new TreeMap<>());
  }

  /** A cluster whose nodes are all in the partition {@code gpu}. */
  public static ClusterSnapshot cluster(List<Job> jobs, Node... nodes) {
    List<String> names = new ArrayList<>();
    for (Node node : nodes) {
      names.add(node.name());
    }
    return new ClusterSnapshot(
        NOW, "23.11.4", jobs, List.of(nodes), List.of(new Partition("gpu", names)), List.of());
  }

  /** Two A100 nodes of 8 GPUs, the second half used, and a V100 node of 4. */
  public static ClusterSnapshot mixedCluster() {
    return cluster(
        List.of(),
        gpuNode("a1", "a100", 8, 0),
        gpuNode("a2", "a100", 8, 4),
        gpuNode("v1", "v100", 4, 0));
  }

  /** A pending job for untyped GPUs on one node, submitted {@code waitedS} ago. */
  public static JobBuilder job(long id, int gpus, long walltimeS, long waitedS) {
    return Job.builder(id)
        .gpus(GpuDemand.untyped(gpus))
        .cpus(Math.max(1, 4 * gpus))
        .memMb(16_384L * gpus)
        .timeLimitS(walltimeS)
        .submit(NOW - waitedS);
  }
}
