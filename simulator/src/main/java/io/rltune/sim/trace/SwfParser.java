package io.rltune.sim.trace;

import java.util.Arrays;

/**
 * The Standard Workload Format of the Parallel Workloads Archive (version 2.2): 18 fields separated
 * by blanks, -1 for what is not known, comments behind a semicolon. Its processors are GPUs or
 * CPUs, as the caller says. Source: Chapin et al., "Benchmarks and Standards for the Evaluation of
 * Parallel Job Schedulers", JSSPP 1999, and
 * https://www.cs.huji.ac.il/labs/parallel/workload/swf.html.
 */
final class SwfParser implements LineParser {
  private static final int FIELDS = 18;

  private final boolean processorsAreGpus;
  private boolean seenLine;

  SwfParser(boolean processorsAreGpus) {
    this.processorsAreGpus = processorsAreGpus;
  }

  @Override
  public void parse(String line, TraceSink sink) throws BadLineException, TraceException {
    if (line.isBlank() || line.startsWith(";") || line.startsWith("#")) {
      return;
    }
    String[] fields = line.strip().split("\\s+");
    if (!seenLine && fields.length < FIELDS) {
      throw new TraceException(
          "is not an SWF trace: its first line has %d fields, not 18: %s"
              .formatted(fields.length, Arrays.toString(fields)));
    }
    seenLine = true;
    if (fields.length != FIELDS) {
      throw new BadLineException(fields.length + " fields where the format has 18");
    }
    row(fields, sink);
  }

  private void row(String[] fields, TraceSink sink) throws BadLineException {
    double[] value = new double[FIELDS];
    for (int i = 0; i < FIELDS; i++) {
      value[i] = Fields.number(fields[i], "field " + (i + 1));
    }
    int status = (int) value[10];
    if (status >= 2 && status <= 4) {
      sink.leftOut("part of a checkpointed job, which has a line of its own");
      return;
    }
    if (value[3] < 0) {
      sink.leftOut(status == 5 ? "cancelled before it started" : "run time not known");
      return;
    }
    if (status == 5 && value[3] == 0) {
      sink.leftOut("cancelled before it started");
      return;
    }
    int processors = (int) (value[7] > 0 ? value[7] : value[4]);
    if (processors <= 0) {
      throw new BadLineException("neither requested nor allocated processors");
    }
    double memoryKb = Math.max(0, value[9]) * processors;
    sink.job(
        TraceJob.builder(fields[0], value[1], processorsAreGpus ? processors : 0, value[3])
            .cpus(processorsAreGpus ? 0 : processors)
            .memMb(processorsAreGpus ? 0 : (long) Math.ceil(memoryKb / 1024))
            .requestedS(value[8] > 0 ? Math.round(value[8]) : 0)
            .user(named("user", fields[11]))
            .account(named("group", fields[12]))
            .partition(named("p", fields[15]))
            .qos(named("q", fields[14]))
            .build());
  }

  private static String named(String kind, String number) {
    return number.equals("-1") ? "" : kind + number;
  }
}
