package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which nodes a job may run on at all, however busy they are. Jobs that ask alike share one answer.
 */
final class Eligibility {
  private record Signature(
      List<String> partitions, long timeLimitS, String features, String gpuType) {}

  private final ClusterSnapshot snapshot;
  private final Map<String, Partition> partitions;
  private final Map<Signature, List<Node>> cache = new HashMap<>();

  Eligibility(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
    this.partitions = snapshot.partitionsByName();
  }

  /** Nodes in service that match the job's partitions, features and GPU type, in name order. */
  List<Node> nodesFor(Job job) {
    Signature signature =
        new Signature(
            job.partitions(),
            job.request().timeLimitS(),
            job.constraints().features(),
            gpuType(job.request().gpus()));
    return cache.computeIfAbsent(signature, this::find);
  }

  /** The one GPU type asked for; {@code ""} for any; {@code "-"} for a job without GPUs. */
  static String gpuType(GpuDemand demand) {
    return demand.isNone() ? "-" : demand.byType().firstKey();
  }

  private List<Node> find(Signature signature) {
    Set<String> names = new TreeSet<>();
    for (String name : signature.partitions()) {
      Partition partition = partitions.get(name);
      // A job without a limit gets the partition's own when it starts.
      boolean fitsTime =
          partition != null
              && (signature.timeLimitS() <= partition.maxTimeS()
                  || signature.timeLimitS() == Long.MAX_VALUE);
      if (partition != null && partition.up() && fitsTime) {
        names.addAll(partition.nodes());
      }
    }
    Set<String> features = Features.names(signature.features());
    List<Node> nodes = new ArrayList<>();
    for (Node node : snapshot.nodes()) {
      if (names.contains(node.name())
          && node.state().isInService()
          && node.oddity().isEmpty()
          && node.features().containsAll(features)
          && hasType(node, signature.gpuType())) {
        nodes.add(node);
      }
    }
    return List.copyOf(nodes);
  }

  private static boolean hasType(Node node, String type) {
    return switch (type) {
      case "-" -> true;
      case GpuDemand.UNTYPED -> node.gpusTotal() > 0;
      default -> node.gpus().containsKey(type);
    };
  }
}
