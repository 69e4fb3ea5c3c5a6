package io.rltune.sim.trace;

/** Where a parser puts what it finds in a line. */
interface TraceSink {
  /** A job of the trace. */
  void job(TraceJob job);

  /**
   * A line that is in order, but whose job is no part of a replay.
   *
   * @param reason why, in words that can be counted, e.g. "never started"
   */
  void leftOut(String reason);

  /** Something about a job that was taken otherwise than the trace says; counted in the notes. */
  void note(String what);
}
