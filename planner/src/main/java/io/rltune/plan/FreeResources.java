package io.rltune.plan;

import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A mutable ledger of what is free on each node: GPUs of the node's one type, CPUs and memory. A
 * job that wants whole nodes takes all of them, and takes idle ones only. A node with several GPU
 * types is kept out of it (its jobs are Slurm's to place).
 */
final class FreeResources {
  private static final class Entry {
    final String gpuType;
    final int gpusTotal;
    final int cpusTotal;
    final long memMbTotal;
    int gpus;
    double cpus;
    double memMb;

    Entry(Node node) {
      gpuType = node.gpus().isEmpty() ? GpuDemand.UNTYPED : node.gpus().firstKey();
      gpusTotal = node.gpusTotal();
      cpusTotal = node.cpusTotal();
      memMbTotal = node.memMbTotal();
      gpus = node.gpusFree();
      cpus = node.cpusFree();
      memMb = node.memMbFree();
    }

    Entry(Entry other) {
      gpuType = other.gpuType;
      gpusTotal = other.gpusTotal;
      cpusTotal = other.cpusTotal;
      memMbTotal = other.memMbTotal;
      gpus = other.gpus;
      cpus = other.cpus;
      memMb = other.memMb;
    }

    /** Whether nothing runs here; every job has a CPU at least. */
    boolean isIdle() {
      return gpus >= gpusTotal && cpus + ROUNDING >= cpusTotal && memMb + ROUNDING >= memMbTotal;
    }

    void fill() {
      gpus = 0;
      cpus = 0;
      memMb = 0;
    }

    void empty() {
      gpus = gpusTotal;
      cpus = cpusTotal;
      memMb = memMbTotal;
    }
  }

  private static final double ROUNDING = 1e-6;

  private final Map<String, Entry> entries = new HashMap<>();

  FreeResources(List<Node> nodes) {
    for (Node node : nodes) {
      if (node.gpus().size() <= 1) {
        entries.put(node.name(), new Entry(node));
      }
    }
  }

  /** What the nodes in service would have free if no job ran. */
  static FreeResources unused(List<Node> nodes) {
    FreeResources free = new FreeResources(List.of());
    for (Node node : nodes) {
      if (node.gpus().size() <= 1 && node.state().isInService() && node.oddity().isEmpty()) {
        Entry entry = new Entry(node);
        entry.empty();
        free.entries.put(node.name(), entry);
      }
    }
    return free;
  }

  private FreeResources(FreeResources other) {
    other.entries.forEach((name, entry) -> entries.put(name, new Entry(entry)));
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
    Entry entry = entries.get(node);
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

  int cpus(String node) {
    return (int) Math.floor(entries.get(node).cpus + 1e-6);
  }

  long memMb(String node) {
    return (long) Math.floor(entries.get(node).memMb + 1e-6);
  }

  /**
   * Takes what a job uses on a node that it gets {@code gpus} GPUs on; a negative share gives it
   * back.
   */
  void take(String node, Job job, int gpus, double share) {
    Entry entry = entries.get(node);
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
    entry.gpus -= gpus;
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

  private SortedMap<String, Integer> fitOnSeveral(
      Job job, int need, int minNodes, int maxNodes, List<String> pool) {
    List<String> sorted =
        pool.stream()
            .sorted((a, b) -> gpus(a) != gpus(b) ? gpus(b) - gpus(a) : a.compareTo(b))
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
              : Math.min(gpus(node), Math.max(need > 0 ? 1 : 0, left - nodesToCome));
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
    Entry entry = entries.get(node);
    return entry != null
        && entry.gpus >= gpus
        && (!wantsWholeNodes(job) || entry.isIdle())
        && entry.cpus + 1e-6 >= job.request().cpus() * share
        && entry.memMb + 1e-6 >= job.request().memMb() * share;
  }
}
