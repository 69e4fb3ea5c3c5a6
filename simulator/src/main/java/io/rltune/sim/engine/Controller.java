package io.rltune.sim.engine;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The controller's tables: nodes, partitions, pending and running jobs. Schedulers act on it. */
final class Controller {
  private static final Comparator<SimJob> QUEUE_ORDER =
      Comparator.comparingInt((SimJob job) -> -job.partition.spec().priorityTier())
          .thenComparingLong(job -> -job.priority)
          .thenComparingDouble(job -> job.request.submitS())
          .thenComparingLong(job -> job.id);

  final ClusterSpec cluster;
  final SlurmParams params;
  final List<SimPartition> partitions = new ArrayList<>();
  final Map<String, Integer> nodeIndex = new HashMap<>();
  final NodeSelector selector;
  final FreeResources free;
  final BitSet inService = new BitSet();
  final BitSet planned = new BitSet();
  final NodeView.Health[] health;
  final BitSet[] gpuSlots;
  final Map<Long, SimJob> pending = new LinkedHashMap<>();
  final Map<Long, SimJob> running = new LinkedHashMap<>();
  final MultifactorPriority priority;
  final FragmentationMeter fragmentation;
  double nowS;
  long decisions;

  /** Whether anything happened that could change the outcome of a backfill pass. */
  boolean changedSinceBackfill;

  private List<SimJob> queue = List.of();
  private boolean queueIsStale;

  Controller(ClusterSpec cluster, SlurmParams params) {
    this.cluster = cluster;
    this.params = params;
    this.selector = new NodeSelector(cluster.nodes());
    this.free = FreeResources.allOf(cluster.nodes());
    this.health = new NodeView.Health[cluster.nodes().size()];
    this.gpuSlots = new BitSet[cluster.nodes().size()];
    Arrays.fill(health, NodeView.Health.UP);
    for (int i = 0; i < cluster.nodes().size(); i++) {
      nodeIndex.put(cluster.nodes().get(i).name(), i);
      gpuSlots[i] = new BitSet();
      inService.set(i);
    }
    for (PartitionSpec spec : cluster.partitions()) {
      BitSet nodes = new BitSet();
      spec.nodes().forEach(name -> nodes.set(nodeIndex.get(name)));
      partitions.add(new SimPartition(partitions.size(), spec, nodes));
    }
    this.priority = new MultifactorPriority(params.weights(), cluster);
    this.fragmentation = new FragmentationMeter(free.gpus);
  }

  NodeSpec node(int index) {
    return cluster.nodes().get(index);
  }

  List<String> names(int[] nodes) {
    return Arrays.stream(nodes).mapToObj(node -> node(node).name()).toList();
  }

  /** Pending jobs in the order in which the schedulers consider them. */
  List<SimJob> queue() {
    boolean refreshed = priority.refreshIfDue(pending.values(), nowS);
    changedSinceBackfill |= refreshed;
    if (queueIsStale || refreshed) {
      queue = new ArrayList<>(pending.values());
      queue.sort(QUEUE_ORDER);
      queueIsStale = false;
    }
    return queue;
  }

  void arrive(SimJob job) {
    priority.fairShare().know(job.request.account());
    priority.refresh(job, nowS);
    pending.put(job.id, job);
    touched();
  }

  /** Something about the pending jobs changed. */
  void touched() {
    queueIsStale = true;
    changedSinceBackfill = true;
  }

  void start(SimJob job, int[] nodes) {
    List<List<Integer>> indexes = new ArrayList<>();
    for (int node : nodes) {
      free.take(job, node);
      indexes.add(takeGpus(node, job.gpusPerNode));
      fragmentation.changed(node, free.gpus[node], nowS);
    }
    job.phase = JobPhase.RUNNING;
    job.reason = PendingReason.NONE;
    job.nodes = nodes;
    job.gpuIndexes = indexes;
    job.startS = nowS;
    job.endS = job.limitEndS();
    job.run++;
    job.clearPlan();
    pending.remove(job.id);
    running.put(job.id, job);
    priority.fairShare().started(job, nowS);
    decisions++;
    touched();
  }

  void end(SimJob job, JobPhase phase) {
    release(job);
    job.phase = phase;
    job.endS = nowS;
  }

  /** Back to the queue, as Slurm does with a batch job whose node failed. */
  void requeue(SimJob job) {
    release(job);
    job.phase = JobPhase.PENDING;
    job.nodes = new int[0];
    job.gpuIndexes = List.of();
    job.startS = Double.NaN;
    job.endS = Double.NaN;
    job.restarts++;
    // A stale end event carries the run it belongs to.
    job.run++;
    priority.refresh(job, nowS);
    pending.put(job.id, job);
  }

  void setHealth(int node, NodeView.Health newHealth) {
    health[node] = newHealth;
    inService.set(node, newHealth == NodeView.Health.UP);
    changedSinceBackfill = true;
  }

  private void release(SimJob job) {
    for (int i = 0; i < job.nodes.length; i++) {
      int node = job.nodes[i];
      free.give(job, node);
      job.gpuIndexes.get(i).forEach(gpuSlots[node]::clear);
      fragmentation.changed(node, free.gpus[node], nowS);
    }
    running.remove(job.id);
    priority.fairShare().ended(job, nowS);
    touched();
  }

  private List<Integer> takeGpus(int node, int count) {
    List<Integer> indexes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int slot = gpuSlots[node].nextClearBit(0);
      gpuSlots[node].set(slot);
      indexes.add(slot);
    }
    return List.copyOf(indexes);
  }
}
