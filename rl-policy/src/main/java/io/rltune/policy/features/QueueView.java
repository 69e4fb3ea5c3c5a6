package io.rltune.policy.features;

/**
 * A queue of pending jobs and the nodes they wait for, in primitives, so that a simulator can show
 * its own arrays without building records. Jobs and pools are numbered from 0.
 */
public interface QueueView {
  int jobCount();

  /** Seconds since the job became eligible, at least 0. */
  double waitedS(int job);

  /** Requested walltime in seconds; {@link Double#POSITIVE_INFINITY} without a limit. */
  double walltimeS(int job);

  /** GPUs over all nodes; 0 for a job without GPUs. */
  int gpus(int job);

  /** CPUs over all nodes. */
  int cpus(int job);

  /** Memory in MiB over all nodes. */
  long memMb(int job);

  int minNodes(int job);

  /** Most nodes, at least {@link #minNodes}; {@link Integer#MAX_VALUE} without a limit. */
  int maxNodes(int job);

  /** GPUs that every node must give, or 0 where they may be split freely. */
  int gpusPerNode(int job);

  /** Whether it must have its nodes to itself. */
  boolean wholeNodes(int job);

  /** Whether any GPU type will do; false for a job without GPUs. */
  boolean untyped(int job);

  /** Share of the running GPUs that the job's account holds, 0 to 1. */
  double accountShare(int job);

  /** Share of the running GPUs that the job's user holds, 0 to 1. */
  default double userShare(int job) {
    return 0;
  }

  /** Share of the running GPUs that jobs of the same QOS hold, 0 to 1. */
  default double qosShare(int job) {
    return 0;
  }

  /** Share of the finished GPU time that the job's user had lately, 0 to 1. */
  default double recentUserShare(int job) {
    return 0;
  }

  /** Share of the finished GPU time that the job's account had lately, 0 to 1. */
  default double recentAccountShare(int job) {
    return 0;
  }

  /** Mean runtime that history lets expect, in seconds; the walltime without history. */
  default double expectedRuntimeS(int job) {
    return walltimeS(job);
  }

  /** Median runtime that history lets expect, in seconds; the walltime without history. */
  default double medianRuntimeS(int job) {
    return walltimeS(job);
  }

  /** Robust deviation of the log runtimes behind {@link #expectedRuntimeS}; 1 without history. */
  default double runtimeSpread(int job) {
    return 1;
  }

  /** Decayed number of runs behind {@link #expectedRuntimeS}. */
  default double historyRuns(int job) {
    return 0;
  }

  /** Whether a limit of the QOS or the association keeps the job back, by Slurm's reason. */
  default boolean limited(int job) {
    return false;
  }

  /** Longest walltime that a partition of the job allows, in seconds; infinite without a limit. */
  default double partitionTimeS(int job) {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * A number that the job has as long as the view lives, from 0 on and dense, so that what never
   * changes of it need not be computed again; -1 in a view that shows one moment only.
   */
  default int lifelongNumber(int job) {
    return -1;
  }

  /**
   * A number that jobs share that ask alike of the same nodes, as long as the view lives, from 0 on
   * and dense; -1 where the view does not know.
   */
  default int shapeNumber(int job) {
    return -1;
  }

  /** Number of the job's pool: all nodes that could ever run it. Jobs that ask alike share one. */
  int poolOf(int job);

  int poolCount();

  NodePool pool(int pool);
}
