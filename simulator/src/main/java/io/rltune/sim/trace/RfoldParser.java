package io.rltune.sim.trace;

import java.util.Arrays;
import java.util.Locale;

/**
 * RFold's traces: {@code #job id,arrival time (sec),topology,shape,size,duration (sec)}. The unit
 * of the duration is in the header, seconds or minutes. The shape of a Clos job is its accelerators
 * per node, {@code 8.0+8.0}; that of a torus job its extent, {@code 4x4}, which says nothing about
 * nodes. Some files have shape and size the other way round.
 */
final class RfoldParser implements LineParser {
  private static final int COLUMNS = 6;

  private boolean seenHeader;
  private double durationUnitS = 1;

  @Override
  public void parse(String line, TraceSink sink) throws BadLineException, TraceException {
    if (line.isBlank()) {
      return;
    }
    String lower = line.toLowerCase(Locale.ROOT);
    if (lower.contains("job id") && lower.contains("arrival")) {
      seenHeader = true;
      durationUnitS = unit(lower);
      return;
    }
    if (line.startsWith("#")) {
      return;
    }
    String[] fields = Fields.split(line, ',');
    if (!seenHeader) {
      throw new TraceException(
          "is not an rfold trace: it does not begin with '#job id,arrival time (sec),topology,"
              + "shape,size,duration (sec)', found "
              + Arrays.toString(fields));
    }
    if (fields.length != COLUMNS) {
      throw new BadLineException(fields.length + " fields where the format has " + COLUMNS);
    }
    row(fields, sink);
  }

  private static double unit(String header) throws TraceException {
    String duration = header.substring(Math.max(0, header.lastIndexOf(',')));
    if (duration.contains("(min")) {
      return 60;
    }
    if (duration.contains("(sec") || !duration.contains("(")) {
      return 1;
    }
    if (duration.contains("(h")) {
      return 3600;
    }
    throw new TraceException("has a duration in an unknown unit: '" + duration.substring(1) + "'");
  }

  private void row(String[] fields, TraceSink sink) throws BadLineException {
    boolean swapped = fields[4].contains("x") || fields[4].contains("+");
    String shape = swapped ? fields[4] : fields[3];
    double size = Fields.amount(swapped ? fields[3] : fields[4], "size");
    int nodes = shape.contains("+") ? shape.split("\\+").length : 0;
    sink.job(
        TraceJob.builder(
                fields[0],
                Fields.number(fields[1], "arrival time"),
                size,
                Fields.amount(fields[5], "duration") * durationUnitS)
            // A whole "1.0+1.0" lists GPUs, not nodes.
            .nodes(allOnes(shape) ? 0 : nodes)
            .build());
  }

  private static boolean allOnes(String shape) {
    return Arrays.stream(shape.split("\\+"))
        .allMatch(part -> part.equals("1") || part.equals("1.0"));
  }
}
