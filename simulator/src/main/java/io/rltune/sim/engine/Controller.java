package io.rltune.sim.engine;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The controller's tables: nodes, partitions, pending and running jobs. Schedulers act on it. */
final class Controller {
  final ClusterSpec cluster;
  final SlurmParams params;
  final QueueOrder order;

  /** Whether someone may look at any job at any time, so that reasons and plans must be there. */
  final boolean isWatched;

  final List<SimPartition> partitions = new ArrayList<>();
  final Map<String, Integer> nodeIndex = new HashMap<>();
  final NodeSelector selector;
  final FreeResources free;
  final NodeRuns runs;
  final BitSet inService = new BitSet();
  final BitSet planned = new BitSet();
  final NodeView.Health[] health;
  final GpuSlots gpuSlots;
  final FragmentationMeter fragmentation;
  final MultifactorPriority priority;

  /** For the textbook disciplines: queues by partition index, and each once. */
  final TextbookQueue[] queues;

  final TextbookQueue[] distinctQueues;

  double nowS;
  long decisions;
  int pendingCount;
  int runningCount;
  int requeues;

  /** Counts what gives anything back: a shape that did not fit fits again at the next one. */
  long gains;

  /** Whether anything happened that could change the outcome of a backfill pass. */
  boolean changedSinceBackfill;

  private final PendingQueue pending = new PendingQueue();
  private final Map<Shape.Key, Shape> shapes = new HashMap<>();

  Controller(ClusterSpec cluster, SlurmParams params, QueueOrder order, boolean isWatched) {
    this.cluster = cluster;
    this.params = params;
    this.order = order;
    this.isWatched = isWatched;
    int nodes = cluster.nodes().size();
    this.selector = new NodeSelector(cluster.nodes(), params.leastLoadedNodes());
    this.free = FreeResources.allOf(cluster.nodes());
    this.runs = new NodeRuns(nodes);
    this.health = new NodeView.Health[nodes];
    this.gpuSlots = isWatched ? new GpuSlots(nodes) : null;
    Arrays.fill(health, NodeView.Health.UP);
    for (int i = 0; i < nodes; i++) {
      nodeIndex.put(cluster.nodes().get(i).name(), i);
      inService.set(i);
    }
    for (PartitionSpec spec : cluster.partitions()) {
      BitSet members = new BitSet();
      spec.nodes().forEach(name -> members.set(nodeIndex.get(name)));
      partitions.add(new SimPartition(partitions.size(), spec, members));
    }
    this.priority = new MultifactorPriority(params.weights(), cluster);
    this.fragmentation = new FragmentationMeter(free.gpus);
    this.queues = TextbookScheduler.queues(partitions, order);
    this.distinctQueues = Arrays.stream(queues).distinct().toArray(TextbookQueue[]::new);
  }

  boolean isTextbook() {
    return params.discipline() != Discipline.SLURM;
  }

  NodeSpec node(int index) {
    return cluster.nodes().get(index);
  }

  List<String> names(int[] nodes) {
    return Arrays.stream(nodes).mapToObj(node -> node(node).name()).toList();
  }

  /**
   * The shape of a request.
   *
   * @throws IllegalArgumentException where the job could never run
   */
  Shape shape(WorkloadJob request) {
    SimPartition partition = Admission.partition(this, request);
    Shape.Key key = SimJob.key(partition, request);
    Shape shape = shapes.get(key);
    if (shape == null) {
      shape =
          new Shape(
              shapes.size(), partition, key, Admission.eligibleNodes(this, partition, request));
      shapes.put(key, shape);
    }
    return shape;
  }

  int shapeCount() {
    return shapes.size();
  }

  /** Whether too few nodes have room now for a job of the shape. */
  boolean fitsNowhere(Shape shape) {
    int missing = shape.nodeCount;
    for (int node : shape.nodes) {
      if (free.fits(shape, node) && inService.get(node) && --missing == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * How many of the node's running jobs must end, those with the earliest limits first, before a
   * job of the shape fits; 0 where it fits now, -1 where it never does.
   */
  int endsNeeded(Shape shape, int node) {
    int gpus = free.gpus[node];
    int cpus = free.cpus[node];
    long memMb = free.memMb[node];
    int ended = 0;
    while (gpus < shape.gpus || cpus < shape.cpus || memMb < shape.memMb) {
      if (ended == runs.count(node)) {
        return -1;
      }
      SimJob running = runs.job(node, ended++);
      gpus += running.gpusPerNode;
      cpus += running.cpusPerNode;
      memMb += running.memMbPerNode;
    }
    return ended;
  }

  /** Pending jobs in the order in which Slurm's schedulers consider them. */
  PendingQueue queue() {
    if (priority.refreshIfDue(pending, nowS)) {
      changedSinceBackfill = true;
      pending.disorder();
    }
    return pending;
  }

  void arrive(SimJob job) {
    job.arrived = true;
    pendingCount++;
    changedSinceBackfill = true;
    if (isTextbook()) {
      queues[job.partition.index()].add(job, nowS);
    } else {
      priority.arrive(job, nowS);
      pending.add(job);
    }
  }

  /** Something about the pending jobs changed. */
  void touched() {
    pending.disorder();
    changedSinceBackfill = true;
  }

  void start(SimJob job, int[] nodes) {
    job.phase = JobPhase.RUNNING;
    job.reason = PendingReason.NONE;
    job.nodes = nodes;
    job.startS = nowS;
    job.limitEndS = nowS + job.limitS;
    job.endS = job.limitEndS;
    job.run++;
    job.clearPlan();
    for (int node : nodes) {
      free.take(job, node);
      runs.add(node, job);
      fragmentation.changed(node, free.gpus[node], nowS);
    }
    if (gpuSlots != null) {
      gpuSlots.take(job);
    }
    pendingCount--;
    runningCount++;
    if (!isTextbook()) {
      priority.started(job, nowS);
    }
    decisions++;
    changedSinceBackfill = true;
  }

  void end(SimJob job, JobPhase phase) {
    release(job);
    job.phase = phase;
    job.endS = nowS;
    if (isTextbook()) {
      order.ended(job.request, nowS - job.startS);
    }
  }

  /** Back to the queue, as Slurm does with a batch job whose node failed. */
  void requeue(SimJob job) {
    release(job);
    job.phase = JobPhase.PENDING;
    job.clearRun();
    job.restarts++;
    requeues++;
    // A stale end event carries the run it belongs to.
    job.run++;
    arrive(job);
  }

  void setHealth(int node, NodeView.Health newHealth) {
    health[node] = newHealth;
    inService.set(node, newHealth == NodeView.Health.UP);
    gains++;
    changedSinceBackfill = true;
    if (newHealth == NodeView.Health.DOWN) {
      while (runs.count(node) > 0) {
        requeue(runs.job(node, runs.count(node) - 1));
      }
    }
  }

  /** Jobs that wait, in no particular order. */
  List<SimJob> waiting() {
    List<SimJob> jobs = new ArrayList<>();
    pending.forEach(jobs::add);
    for (TextbookQueue queue : distinctQueues) {
      for (int place = queue.from(); place < queue.until(); place++) {
        if (queue.job(place) != null) {
          jobs.add(queue.job(place));
        }
      }
    }
    return jobs;
  }

  private void release(SimJob job) {
    for (int node : job.nodes) {
      free.give(job, node);
      runs.remove(node, job);
      fragmentation.changed(node, free.gpus[node], nowS);
    }
    if (gpuSlots != null) {
      gpuSlots.give(job);
    }
    gains++;
    runningCount--;
    if (!isTextbook()) {
      priority.ended(job, nowS);
    }
    changedSinceBackfill = true;
  }
}
