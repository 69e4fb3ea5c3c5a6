package io.rltune.sim.trace;

import java.util.List;
import java.util.Map;

/**
 * The 19 columns of the published RLTune environment, without a header, -1 for what is not known:
 * job id, submit time, wait time, run time, GPUs, CPU time, used memory, CPUs, requested time,
 * requested memory, status, user, group, executable, queue, partition, preceding job, virtual
 * cluster, GPU type. A 20th column, where there is one, is the think time before the last two.
 * Lines that begin with a semicolon are comments. The type codes are those of its Alibaba trace;
 * its Philly trace gives P100 another code, so on a cluster of one GPU type they are not read.
 */
final class Rltune19Parser implements LineParser {
  private static final int COLUMNS = 19;
  private static final Map<String, String> GPU_TYPES =
      Map.of("0", "t4", "1", "misc", "2", "p100", "3", "v100-16", "4", "v100-32");

  private final boolean readTypes;
  private boolean seenLine;

  Rltune19Parser(boolean readTypes) {
    this.readTypes = readTypes;
  }

  @Override
  public void parse(String line, TraceSink sink) throws BadLineException, TraceException {
    if (line.isBlank() || line.startsWith(";") || line.startsWith("#")) {
      return;
    }
    String[] fields = Fields.split(line, ',');
    boolean header = !seenLine && fields[0].equalsIgnoreCase("job_id");
    if (!seenLine && fields.length < COLUMNS) {
      throw new TraceException(
          "is not an rltune19 trace: its first line has %d columns, not 19"
              .formatted(fields.length));
    }
    seenLine = true;
    if (header) {
      return;
    }
    if (fields.length < COLUMNS || fields.length > COLUMNS + 1) {
      throw new BadLineException(fields.length + " fields where the format has 19");
    }
    row(fields, sink);
  }

  private void row(String[] fields, TraceSink sink) throws BadLineException {
    double runtimeS = Fields.number(fields[3], "run_time");
    double gpus = Fields.number(fields[4], "num_gpus");
    if (runtimeS < 0) {
      sink.leftOut("run time not known");
      return;
    }
    if (gpus < 0) {
      throw new BadLineException("num_gpus '" + fields[4] + "' is negative");
    }
    double requestedS = Fields.number(fields[8], "request_time");
    double cpus = Fields.number(fields[7], "request_cpus");
    String type = fields[fields.length - 1];
    String vc = known(fields[fields.length - 2]);
    sink.job(
        TraceJob.builder(fields[0], Fields.number(fields[1], "submit_time"), gpus, runtimeS)
            .user(named("user", fields[11]))
            .account(vc.isEmpty() ? named("group", fields[12]) : "vc" + vc)
            .partition(vc.isEmpty() ? "" : "vc" + vc)
            .cpus(cpus > 0 ? (int) cpus : 0)
            .requestedS(requestedS > 0 ? Math.round(requestedS) : 0)
            .gpuTypes(
                readTypes && GPU_TYPES.containsKey(type) ? List.of(GPU_TYPES.get(type)) : List.of())
            .build());
  }

  private static String named(String kind, String number) {
    return known(number).isEmpty() ? "" : kind + number;
  }

  private static String known(String number) {
    return number.equals("-1") ? "" : number;
  }
}
