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
  private record Signature(List<String> partitions, String features, String gpuType) {}

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
        new Signature(openTo(job), job.constraints().features(), gpuType(job.request().gpus()));
    return cache.computeIfAbsent(signature, this::find);
  }

  /** The one GPU type asked for; {@code ""} for any; {@code "-"} for a job without GPUs. */
  static String gpuType(GpuDemand demand) {
    return demand.isNone() ? "-" : demand.byType().firstKey();
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
