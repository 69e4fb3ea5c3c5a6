package io.rltune.sim.engine;

/** What backfill knows about the jobs of one shape. */
final class ShapePlan {
  /** By place in {@link Shape#nodes}: when the node's running jobs leave enough, in seconds. */
  double[] fitS = {};

  /** {@link NodeRuns#version} of the node for which that holds. */
  long[] version = {};

  /** {@link NodeRuns#changes} and time in seconds for which all of that holds. */
  long changes = -1;

  double refreshedS = Double.NaN;

  /** Pass in which {@link #hopelessLimitS} was noted. */
  long pass = -1;

  /** A job with this limit, or a longer one, found no start within the window in that pass. */
  double hopelessLimitS;
}
