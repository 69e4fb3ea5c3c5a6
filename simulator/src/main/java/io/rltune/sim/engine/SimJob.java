package io.rltune.sim.engine;

import io.rltune.sim.workload.WorkloadJob;
import java.util.BitSet;

/** A job inside the controller. Mutable; only the engine touches it. */
final class SimJob implements Comparable<SimJob> {
  private static final int[] NO_NODES = {};

  final long id;
  final WorkloadJob request;
  final SimPartition partition;
  final Shape shape;
  final int nodeCount;
  final int gpusPerNode;
  final int cpusPerNode;
  final long memMbPerNode;
  final double limitS;
  final double submitS;
  final int priorityTier;

  /** Nodes that could run it if they were empty: partition, GPU type and size. */
  final BitSet eligible;

  JobPhase phase = JobPhase.PENDING;
  PendingReason reason = PendingReason.NONE;

  /** Whether its submit time has come. */
  boolean arrived;

  /** Calculated or set priority, without regard to a hold or to bad constraints. */
  long priority = 1;

  /** Set by an update: the calculation leaves it alone. */
  boolean priorityIsFixed;

  /** The part of the priority that never changes. */
  double constantPriority;

  /** Index of its association in the fair-share tables; -1 before it is known. */
  int shareIndex = -1;

  /** Place in a textbook queue, see {@link QueueOrder}. */
  double key;

  boolean held;
  boolean badConstraints;
  int siteFactor;
  int nice;

  /** Node indexes of ReqNodeList, in the order given; empty without one. */
  int[] required = NO_NODES;

  int[] nodes = NO_NODES;
  double startS = Double.NaN;
  double endS = Double.NaN;

  /** When its time limit ends at the latest. */
  double limitEndS = Double.NaN;

  double plannedStartS = Double.NaN;
  int[] plannedNodes = NO_NODES;
  double lastEvaluationS = Double.NaN;
  int restarts;

  /** Counts starts, so that the end event of an earlier run is recognised as stale. */
  int run;

  SimJob(long id, WorkloadJob request, Shape shape) {
    this.id = id;
    this.request = request;
    this.shape = shape;
    this.partition = shape.partition;
    this.nodeCount = shape.nodeCount;
    this.gpusPerNode = shape.gpus;
    this.cpusPerNode = shape.cpus;
    this.memMbPerNode = shape.memMb;
    this.eligible = shape.eligible;
    this.limitS = request.timeLimitS();
    this.submitS = request.submitS();
    this.priorityTier = partition.spec().priorityTier();
  }

  SimJob(long id, WorkloadJob request, SimPartition partition, BitSet eligible) {
    this(id, request, new Shape(0, partition, key(partition, request), eligible));
  }

  static Shape.Key key(SimPartition partition, WorkloadJob request) {
    int nodes = request.nodes();
    return new Shape.Key(
        partition.index(),
        request.gpuType(),
        nodes,
        request.gpusPerNode(),
        (request.cpus() + nodes - 1) / nodes,
        (request.memMb() + nodes - 1) / nodes);
  }

  /** As Slurm's schedulers go through the queue: partition tier, priority, submit time, id. */
  @Override
  public int compareTo(SimJob other) {
    if (priorityTier != other.priorityTier) {
      return priorityTier > other.priorityTier ? -1 : 1;
    }
    if (priority != other.priority) {
      return priority > other.priority ? -1 : 1;
    }
    int bySubmit = Double.compare(submitS, other.submitS);
    return bySubmit != 0 ? bySubmit : Long.compare(id, other.id);
  }

  /** What Slurm shows: 0 where the job is held or its constraints cannot be met. */
  long shownPriority() {
    return held || badConstraints ? 0 : priority;
  }

  boolean isPending() {
    return phase == JobPhase.PENDING;
  }

  void clearPlan() {
    plannedStartS = Double.NaN;
    plannedNodes = NO_NODES;
  }

  void clearRun() {
    nodes = NO_NODES;
    startS = Double.NaN;
    endS = Double.NaN;
    limitEndS = Double.NaN;
  }
}
