package io.rltune.sim.trace;

/** Reads one format, line by line; keeps what it learnt from the header. */
interface LineParser {
  /**
   * Reads one line. Comments, headers and blank lines give nothing.
   *
   * @throws BadLineException where the line is damaged; the line is then skipped
   * @throws TraceException where the file is not of this format at all
   */
  void parse(String line, TraceSink sink) throws BadLineException, TraceException;

  /**
   * Called after the last line.
   *
   * @throws BadLineException where the last line was not whole
   * @throws TraceException where the file as a whole is not of this format
   */
  default void end() throws BadLineException, TraceException {}
}
