package io.rltune.solver;

/** Sizes past which the class model changes its form. */
final class ClassModelLimits {
  /**
   * Node counts that are tried for a CPU-only job of variable node count, from its fewest on. More
   * nodes cost spread and gain only where every node is nearly full.
   */
  static final int CPU_JOB_NODE_COUNTS = 16;

  /** Maximal splits of a class; with more, its nodes are modelled one by one. */
  static final int SPLITS = 600;

  /** Kinds of jobs on a node from which its splits are surely too many to list. */
  static final int MANY_LANES = 12;

  /** Milliseconds for each variable of a large model before its solution can bring anything. */
  static final double MS_PER_VARIABLE = 0.2;

  /** Variables from which SCIP hardly solves the first relaxation in a cycle's time. */
  static final long LARGE_MODEL = 1000;

  /** Jobs times nodes from which SCIP may give no bound in a cycle's time on a busy machine. */
  static final long MANY_PLACES = 5000;

  /** Partitions of a job that are always listed. */
  static final int PARTITIONS = 30;

  /** Partitions that are listed for many jobs that are alike. */
  static final int PARTITIONS_OF_MANY = 200;

  private ClassModelLimits() {}
}
