package io.rltune.policy.features;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.model.ResourceRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds each job's pool: the nodes in service that could ever run it. Jobs that ask alike share.
 */
final class SnapshotPools {
  /** The part of Slurm's constraint language that names features which must all be there. */
  private static final Pattern PLAIN_AND =
      Pattern.compile("[A-Za-z0-9_.:=-]+(&[A-Za-z0-9_.:=-]+)*");

  private record Signature(
      List<String> partitions,
      Set<String> gpuTypes,
      String features,
      List<String> requiredNodes,
      List<String> excludedNodes) {}

  private final List<Node> nodes;
  private final Map<String, Partition> partitions;
  private final RunningWork running;
  private final Map<Signature, Integer> numbers = new HashMap<>();
  private final List<NodePool> poolList = new ArrayList<>();

  SnapshotPools(ClusterSnapshot snapshot, RunningWork running) {
    // Nodes that backfill plans for a job (PLANNED) are part of the supply: that job is in a queue
    // that we look at.
    this.nodes =
        snapshot.nodes().stream()
            .filter(node -> node.state().isInService() && node.oddity().isEmpty())
            .toList();
    this.partitions = snapshot.partitionsByName();
    this.running = running;
  }

  List<NodePool> pools() {
    return poolList;
  }

  /** Number of the job's pool, made when it is new. */
  int numberOf(Job job) {
    String features = job.constraints().features();
    Signature signature =
        new Signature(
            openPartitions(job),
            job.request().gpus().byType().keySet(),
            PLAIN_AND.matcher(features).matches() ? features : "",
            job.constraints().requiredNodes(),
            job.constraints().excludedNodes());
    Integer known = numbers.get(signature);
    if (known != null) {
      return known;
    }
    int number = poolList.size();
    poolList.add(build(signature));
    numbers.put(signature, number);
    return number;
  }

  private List<String> openPartitions(Job job) {
    long limitS = job.request().timeLimitS();
    List<String> open = new ArrayList<>(job.partitions().size());
    for (String name : job.partitions()) {
      Partition partition = partitions.get(name);
      // A job without a limit gets the partition's own when it starts.
      if (partition != null
          && partition.up()
          && (limitS == ResourceRequest.UNLIMITED || limitS <= partition.maxTimeS())) {
        open.add(name);
      }
    }
    return open;
  }

  private NodePool build(Signature wanted) {
    Set<String> reachable = new HashSet<>();
    wanted.partitions.forEach(name -> reachable.addAll(partitions.get(name).nodes()));
    if (!wanted.requiredNodes.isEmpty()) {
      reachable.retainAll(Set.copyOf(wanted.requiredNodes));
    }
    wanted.excludedNodes.forEach(reachable::remove);
    List<String> features =
        wanted.features.isEmpty() ? List.of() : List.of(wanted.features.split("&"));

    List<Integer> members = new ArrayList<>();
    for (int id = 0; id < nodes.size(); id++) {
      Node node = nodes.get(id);
      if (reachable.contains(node.name())
          && node.features().containsAll(features)
          && (wanted.gpuTypes.isEmpty() || gpusOf(node, wanted.gpuTypes).total() > 0)) {
        members.add(id);
      }
    }
    NodePool pool = new NodePool(!wanted.gpuTypes.isEmpty(), members.size());
    for (int row = 0; row < members.size(); row++) {
      fill(pool, row, members.get(row), wanted.gpuTypes);
    }
    return pool;
  }

  private void fill(NodePool pool, int row, int id, Set<String> gpuTypes) {
    Node node = nodes.get(id);
    if (gpuTypes.isEmpty()) {
      RunningWork.Freed freed = running.cpus(node);
      pool.setNode(row, id, node.cpusTotal(), node.cpusTotal(), node.memMbTotal());
      pool.setFree(
          row, node.cpusFree(), freed.in10Min(), freed.in1h(), node.cpusFree(), node.memMbFree());
      return;
    }
    GpuCount gpus = gpusOf(node, gpuTypes);
    RunningWork.Freed freed = RunningWork.Freed.NOTHING;
    for (String type : node.gpus().keySet()) {
      if (matches(type, gpuTypes)) {
        freed = freed.plus(running.gpus(node, type));
      }
    }
    pool.setNode(row, id, gpus.total(), node.cpusTotal(), node.memMbTotal());
    pool.setFree(
        row, gpus.free(), freed.in10Min(), freed.in1h(), node.cpusFree(), node.memMbFree());
  }

  /** GPUs of a node that the types admit. */
  private static GpuCount gpusOf(Node node, Set<String> types) {
    int total = 0;
    int used = 0;
    for (Map.Entry<String, GpuCount> entry : node.gpus().entrySet()) {
      if (matches(entry.getKey(), types)) {
        total += entry.getValue().total();
        used += Math.min(entry.getValue().used(), entry.getValue().total());
      }
    }
    return new GpuCount(total, used);
  }

  private static boolean matches(String type, Set<String> wanted) {
    return wanted.contains(GpuDemand.UNTYPED) || wanted.contains(type);
  }
}
