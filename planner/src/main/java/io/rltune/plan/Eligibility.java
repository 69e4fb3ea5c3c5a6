package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which nodes a job may run on at all, however busy they are. Jobs that ask alike share one answer.
 */
final class Eligibility {
  /** Partitions that are up and allow the job's time limit; not the limit: users ask for many. */
  private record Signature(
      List<String> partitions,
      String features,
      Set<String> gpuTypes,
      Map<String, Long> gresPerNode) {}

  private final ClusterSnapshot snapshot;
  private final Map<String, Partition> partitions;
  private final Map<Signature, List<Node>> cache = new HashMap<>();

  Eligibility(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
    this.partitions = snapshot.partitionsByName();
  }

  /**
   * Nodes in service that match the job's partitions, features, GPU types and generic resources, in
   * name order.
   */
  List<Node> nodesFor(Job job) {
    Signature signature =
        new Signature(
            openTo(job),
            job.constraints().features(),
            job.request().gpus().byType().keySet(),
            job.request().gresPerNode());
    return cache.computeIfAbsent(signature, this::find);
  }

  private List<String> openTo(Job job) {
    long limitS = job.request().timeLimitS();
    List<String> open = new ArrayList<>();
    for (String name : job.partitions()) {
      Partition partition = partitions.get(name);
      // A job without a limit gets the partition's own when it starts.
      if (partition != null
          && partition.up()
          && (limitS <= partition.maxTimeS() || limitS == Long.MAX_VALUE)) {
        open.add(name);
      }
    }
    return open;
  }

  private List<Node> find(Signature signature) {
    Set<String> names = new HashSet<>();
    signature.partitions().forEach(name -> names.addAll(partitions.get(name).nodes()));
    Set<String> features = Features.names(signature.features());
    List<Node> nodes = new ArrayList<>();
    for (Node node : snapshot.nodes()) {
      if (names.contains(node.name())
          && node.state().isInService()
          && node.oddity().isEmpty()
          && node.features().containsAll(features)
          && hasTypes(node, signature.gpuTypes())
          && GresNeeds.offers(node, signature.gresPerNode())) {
        nodes.add(node);
      }
    }
    return List.copyOf(nodes);
  }

  /** Whether the node has GPUs of every type asked for; the type {@code ""} stands for any. */
  private static boolean hasTypes(Node node, Set<String> types) {
    for (String type : types) {
      boolean has =
          type.equals(GpuDemand.UNTYPED) ? node.gpusTotal() > 0 : node.gpus().containsKey(type);
      if (!has) {
        return false;
      }
    }
    return true;
  }
}
