package io.rltune.sim.engine;

import io.rltune.sim.workload.WorkloadJob;
import java.util.BitSet;
import java.util.List;

/** A job inside the controller. Mutable; only the engine touches it. */
final class SimJob {
  final long id;
  final WorkloadJob request;
  final SimPartition partition;
  final int nodeCount;
  final int gpusPerNode;
  final int cpusPerNode;
  final long memMbPerNode;

  /** Nodes that could run it if they were empty: partition, GPU type and size. */
  final BitSet eligible;

  JobPhase phase = JobPhase.PENDING;
  PendingReason reason = PendingReason.NONE;

  /** Calculated or set priority, without regard to a hold or to bad constraints. */
  long priority = 1;

  /** Set by an update: the calculation leaves it alone. */
  boolean priorityIsFixed;

  boolean held;
  boolean badConstraints;
  int siteFactor;
  int nice;

  /** Node indexes of ReqNodeList, in the order given; empty without one. */
  int[] required = {};

  int[] nodes = {};
  List<List<Integer>> gpuIndexes = List.of();
  double startS = Double.NaN;
  double endS = Double.NaN;
  double plannedStartS = Double.NaN;
  int[] plannedNodes = {};
  double lastEvaluationS = Double.NaN;
  int restarts;

  /** Counts starts, so that the end event of an earlier run is recognised as stale. */
  int run;

  SimJob(long id, WorkloadJob request, SimPartition partition, BitSet eligible) {
    this.id = id;
    this.request = request;
    this.partition = partition;
    this.nodeCount = request.nodes();
    this.gpusPerNode = request.gpusPerNode();
    this.cpusPerNode = (request.cpus() + nodeCount - 1) / nodeCount;
    this.memMbPerNode = (request.memMb() + nodeCount - 1) / nodeCount;
    this.eligible = eligible;
  }

  /** What Slurm shows: 0 where the job is held or its constraints cannot be met. */
  long shownPriority() {
    return held || badConstraints ? 0 : priority;
  }

  boolean isSchedulable() {
    return phase == JobPhase.PENDING && !held && !badConstraints;
  }

  /** When its time limit ends at the latest. */
  double limitEndS() {
    return startS + request.timeLimitS();
  }

  void clearPlan() {
    plannedStartS = Double.NaN;
    plannedNodes = new int[0];
  }
}
