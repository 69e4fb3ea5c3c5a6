package io.rltune.plan;

import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A mutable ledger of what is free on each node: GPUs, by type where there are several, CPUs,
 * memory, and other generic resources. A job that wants whole nodes takes all of them, and takes
 * idle ones only.
 */
final class FreeResources {
  private final Map<String, NodeRoom> entries = new HashMap<>();

  FreeResources(List<Node> nodes) {
    for (Node node : nodes) {
      entries.put(node.name(), new NodeRoom(node));
    }
  }

  /** What the nodes in service would have free if no job ran. */
  static FreeResources unused(List<Node> nodes) {
    FreeResources free = new FreeResources(List.of());
    for (Node node : nodes) {
      if (node.state().isInService() && node.oddity().isEmpty()) {
        NodeRoom entry = new NodeRoom(node);
        entry.empty();
        free.entries.put(node.name(), entry);
      }
    }
    return free;
  }

  private FreeResources(FreeResources other) {
    other.entries.forEach((name, entry) -> entries.put(name, new NodeRoom(entry)));
  }

  FreeResources copy() {
    return new FreeResources(this);
  }

  /**
   * Whether no other job can run beside it. A job that asks for all memory of its nodes leaves none
   * to others, so that it counts as one.
   */
  static boolean wantsWholeNodes(Job job) {
    return job.request().exclusive() || job.request().wholeNodeMemory();
  }

  /** Whether nothing runs on the node, and nothing is planned there. */
  boolean isIdle(String node) {
    return entries.get(node).isIdle();
  }

  /** Everything on the node is free: the last of its jobs has ended. */
  void empty(String node) {
    NodeRoom entry = entries.get(node);
    if (entry != null) {
      entry.empty();
    }
  }

  boolean knows(String node) {
    return entries.containsKey(node);
  }

  String gpuType(String node) {
    return entries.get(node).gpuType;
  }

  int gpus(String node) {
    return entries.get(node).gpus;
  }

  /** Free GPUs on all of some nodes together; nodes not known have none. */
  int gpus(List<String> nodes) {
    int sum = 0;
    for (String node : nodes) {
      NodeRoom entry = entries.get(node);
      sum += entry == null ? 0 : Math.max(0, entry.gpus);
    }
    return sum;
  }

  /** Most GPUs that the job can count on; on a node of several types, of those that it may get. */
  int gpusFor(Job job, String node) {
    return entries.get(node).gpusFor(job.request());
  }

  /** Free GPUs by type of a node that has several; empty for one of a single type. */
  SortedMap<String, Integer> gpusByType(String node) {
    return entries.get(node).gpusByType();
  }

  /** Free units of other generic resources, by name, and by name and type. */
  SortedMap<String, Long> otherGres(String node) {
    return entries.get(node).otherGres();
  }

  int cpus(String node) {
    return (int) Math.floor(entries.get(node).cpus + 1e-6);
  }

  long memMb(String node) {
    return (long) Math.floor(entries.get(node).memMb + 1e-6);
  }

  /** Takes what a job uses on all nodes of a split of its GPUs. */
  void takeAll(Job job, Map<String, Integer> gpusByNode) {
    gpusByNode.forEach(
        (node, gpus) -> take(node, job, gpus, Shares.of(job, gpus, gpusByNode.size())));
  }

  /**
   * Takes what a job uses on a node that it gets {@code gpus} GPUs on; a negative share gives it
   * back.
   */
  void take(String node, Job job, int gpus, double share) {
    NodeRoom entry = entries.get(node);
    if (entry == null) {
      return;
    }
    if (wantsWholeNodes(job)) {
      if (share > 0) {
        entry.fill();
      } else {
        entry.empty();
      }
      return;
    }
    int shared = GresNeeds.takesShards(job.request()) ? (share > 0 ? 1 : -1) : 0;
    entry.gpus = Math.min(entry.gpus - gpus - shared, entry.node.gpusTotal());
    entry.takeTyped(job.request(), gpus, share > 0 ? 1 : -1);
    entry.cpus -= job.request().cpus() * share;
    entry.memMb -= job.request().memMb() * share;
  }

  /**
   * Finds nodes of one GPU type on which the job fits, the tightest single node first, then the
   * fewest nodes.
   *
   * @param nodes names of the nodes it may use
   * @return GPUs by node, or an empty map where it does not fit
   */
  SortedMap<String, Integer> fit(Job job, List<String> nodes) {
    int need = job.request().gpus().total();
    int maxNodes = job.request().maxNodes();
    int minNodes = job.request().minNodes();
    if (minNodes == 1) {
      String best = null;
      for (String node : nodes) {
        if (knows(node)
            && canTake(node, job, need, 1.0)
            && (best == null || gpus(node) < gpus(best))) {
          best = node;
        }
      }
      if (best != null) {
        return new TreeMap<>(Map.of(best, need));
      }
      if (maxNodes == 1) {
        return new TreeMap<>();
      }
    }
    Map<String, List<String>> byType = new TreeMap<>();
    for (String node : nodes) {
      if (knows(node)) {
        byType.computeIfAbsent(gpuType(node), type -> new java.util.ArrayList<>()).add(node);
      }
    }
    for (List<String> pool : byType.values()) {
      SortedMap<String, Integer> found = fitOnSeveral(job, need, minNodes, maxNodes, pool);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return new TreeMap<>();
  }

  /** The same on the fewest nodes whatever their GPU types. */
  SortedMap<String, Integer> fitAcrossTypes(Job job, List<String> nodes) {
    ResourceRequest request = job.request();
    return fitOnSeveral(
        job,
        request.gpus().total(),
        request.minNodes(),
        request.maxNodes(),
        nodes.stream().filter(this::knows).toList());
  }

  private SortedMap<String, Integer> fitOnSeveral(
      Job job, int need, int minNodes, int maxNodes, List<String> pool) {
    // A job for CPUs alone leaves GPUs to others.
    Comparator<String> mostGpus = Comparator.comparingInt(this::gpus);
    List<String> sorted =
        pool.stream()
            .sorted(
                (need > 0 ? mostGpus.reversed() : mostGpus)
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    SortedMap<String, Integer> taken = new TreeMap<>();
    int left = need;
    for (String node : sorted) {
      if (taken.size() == maxNodes || (left == 0 && taken.size() >= minNodes)) {
        break;
      }
      int nodesToCome = Math.max(0, minNodes - taken.size() - 1);
      int want =
          job.request().gpusPerNode() > 0
              ? job.request().gpusPerNode()
              : Math.min(gpusFor(job, node), Math.max(need > 0 ? 1 : 0, left - nodesToCome));
      want = Math.min(want, left);
      double share = need > 0 ? want / (double) need : 1.0 / minNodes;
      if ((need == 0 || want > 0) && canTake(node, job, want, share)) {
        taken.put(node, want);
        left -= want;
      }
    }
    return left == 0 && taken.size() >= minNodes ? taken : new TreeMap<>();
  }

  /** Whether the node has {@code gpus} GPUs and the job's share of CPUs and memory left. */
  boolean canTake(String node, Job job, int gpus, double share) {
    NodeRoom entry = entries.get(node);
    return entry != null
        && entry.gpusFor(job.request()) >= gpus
        && (job.request().gresPerNode().isEmpty()
            || (entry.gpus >= (GresNeeds.takesShards(job.request()) ? 1 : 0)
                && entry.holdsOtherGres(job.request())))
        && (!wantsWholeNodes(job) || entry.isIdle())
        && entry.cpus + 1e-6 >= job.request().cpus() * share
        && entry.memMb + 1e-6 >= job.request().memMb() * share;
  }
}
