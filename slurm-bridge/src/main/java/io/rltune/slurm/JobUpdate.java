package io.rltune.slurm;

import java.util.List;

/** One change to one pending job. */
public sealed interface JobUpdate {
  /** Raw numeric job id. */
  long jobId();

  /**
   * Adds to Slurm's own priority; 0 undoes.
   *
   * @param value signed site factor, -2^31+1 to 2^31-1
   */
  record SiteFactor(long jobId, int value) implements JobUpdate {}

  /**
   * Replaces Slurm's priority.
   *
   * @param value 1 to 4294967293; 0 (hold) is never written
   */
  record Priority(long jobId, long value) implements JobUpdate {
    public static final long MAX = 4294967293L;

    public Priority {
      if (value < 1 || value > MAX) {
        throw new IllegalArgumentException(
            "priority " + value + " for job " + jobId + ": must be 1 to " + MAX);
      }
    }
  }

  /** Gives the job back to Slurm's own priority calculation. */
  record ResetPriority(long jobId) implements JobUpdate {}

  /**
   * Sets the nice value.
   *
   * @param value signed nice, -2147483645 to 2147483645
   */
  record Nice(long jobId, int value) implements JobUpdate {}

  /**
   * Gives the job back the nice value that it had before {@link Nice}.
   *
   * @param value signed nice
   */
  record RestoreNice(long jobId, int value) implements JobUpdate {}

  /**
   * Sets ReqNodeList: the job gets ALL these nodes.
   *
   * @param nodes exactly as many nodes as the job will get; never empty
   */
  record NodeList(long jobId, List<String> nodes) implements JobUpdate {
    public NodeList {
      nodes = List.copyOf(nodes);
      if (nodes.isEmpty()) {
        throw new IllegalArgumentException("empty node list for job " + jobId);
      }
    }
  }

  /** Clears ReqNodeList. */
  record ClearNodeList(long jobId) implements JobUpdate {}
}
