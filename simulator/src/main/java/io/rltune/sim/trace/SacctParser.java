package io.rltune.sim.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code sacct --parsable2} (or --parsable) of Slurm's accounting, with any columns in any order.
 * Needed are JobID, Submit and the runtime (ElapsedRaw, Elapsed, or Start and End); GPUs come from
 * ReqTRES, AllocTRES, ReqGRES or AllocGRES, the first that names any. Steps are skipped, and so are
 * jobs that never started or still run.
 */
final class SacctParser implements LineParser {
  /** What users write freely, the delimiter and line ends too. */
  private static final List<String> FREE_TEXT =
      List.of(
          "JobName",
          "SubmitLine",
          "Comment",
          "AdminComment",
          "SystemComment",
          "Extra",
          "WorkDir",
          "StdIn",
          "StdOut",
          "StdErr",
          "Constraints",
          "Container",
          "WCKey");

  private static final int MOST_LINES_OF_A_ROW = 20;
  private static final String[] DELIMITERS = {"|", "\t", ";", ","};
  private static final List<String> GPU_COLUMNS =
      List.of("ReqTRES", "AllocTRES", "ReqGRES", "AllocGRES");
  private static final Set<String> NOT_STARTED = Set.of("PENDING", "REVOKED", "DEADLINE");
  private static final Set<String> NOT_ENDED =
      Set.of(
          "RUNNING", "SUSPENDED", "CONFIGURING", "COMPLETING", "STOPPED", "RESIZING", "STAGE_OUT");

  private SacctRow row;
  private int textColumn;
  private List<String> textColumns = List.of();
  private String begun = "";
  private int begunLines;
  private String delimiter;
  private boolean endsWithDelimiter;

  @Override
  public void parse(String line, TraceSink sink) throws BadLineException, TraceException {
    if (line.isBlank()) {
      return;
    }
    if (row == null) {
      row = new SacctRow(header(line));
      return;
    }
    row(line, sink);
  }

  /** Job names may hold line ends: what is too short for a row goes on in the next line. */
  private void row(String line, TraceSink sink) throws BadLineException {
    String whole = begunLines == 0 ? line : begun + '\n' + line;
    if (begunLines > 0 && count(line) >= row.columns().width()) {
      String cut = begun;
      begunLines = 0;
      job(fields(line), sink);
      throw tooShort(cut);
    }
    if (count(whole) >= row.columns().width()) {
      begunLines = 0;
      job(fields(whole), sink);
      return;
    }
    if (++begunLines > MOST_LINES_OF_A_ROW || textColumn < 0) {
      begunLines = 0;
      throw tooShort(whole);
    }
    begun = whole;
  }

  private BadLineException tooShort(String text) {
    return new BadLineException(
        "%d fields where the header has %d, in the row that begins with '%s'"
            .formatted(
                count(text),
                row.columns().width(),
                text.substring(0, Math.min(40, text.length()))));
  }

  private int count(String text) {
    int fields = text.split(Pattern.quote(delimiter), -1).length;
    return endsWithDelimiter && text.endsWith(delimiter) ? fields - 1 : fields;
  }

  @Override
  public void end() throws BadLineException, TraceException {
    if (row == null) {
      throw new TraceException("is not sacct output: it is empty");
    }
    if (begunLines > 0) {
      throw tooShort(begun);
    }
  }

  private Columns header(String line) throws TraceException {
    for (String candidate : DELIMITERS) {
      String[] names = line.split(Pattern.quote(candidate), -1);
      // --parsable ends each line with a delimiter, --parsable2 does not.
      endsWithDelimiter = names.length > 1 && names[names.length - 1].isBlank();
      if (endsWithDelimiter) {
        names = Arrays.copyOf(names, names.length - 1);
      }
      Columns columns = new Columns(names);
      if (columns.has("JobID") || columns.has("JobIDRaw")) {
        delimiter = candidate;
        checkColumns(columns, names);
        textColumns = FREE_TEXT.stream().filter(columns::has).toList();
        textColumn = columns.place("JobName");
        return columns;
      }
    }
    throw new TraceException(
        "is not sacct output: its first line names no column JobID; use 'sacct -P -X -a -S ... -E ..."
            + " --format=JobID,User,Account,Partition,QOS,Submit,Eligible,Start,End,ElapsedRaw,"
            + "TimelimitRaw,NNodes,ReqCPUS,ReqMem,ReqTRES,AllocTRES,State,JobName' without --noheader; found: "
            + line);
  }

  private static void checkColumns(Columns columns, String[] names) throws TraceException {
    boolean runtime =
        columns.has("ElapsedRaw")
            || columns.has("Elapsed")
            || columns.hasAll(List.of("Start", "End"));
    if (!columns.has("Submit") || !runtime) {
      throw new TraceException(
          "lacks %s among its sacct columns %s"
              .formatted(
                  columns.has("Submit") ? "ElapsedRaw, Elapsed, or Start and End" : "Submit",
                  Arrays.toString(names)));
    }
  }

  /**
   * The fields of a line. A job name that holds the delimiter is put together again, where it is
   * the only free text.
   */
  private String[] fields(String line) throws BadLineException {
    String[] fields = line.split(Pattern.quote(delimiter), -1);
    int last = fields.length - 1;
    if (endsWithDelimiter && fields[last].isEmpty()) {
      fields = Arrays.copyOf(fields, last);
    }
    int width = row.columns().width();
    int surplus = fields.length - width;
    if (surplus == 0) {
      return fields;
    }
    if (surplus < 0 || textColumn < 0) {
      throw new BadLineException(fields.length + " fields where the header has " + width);
    }
    if (textColumns.size() > 1) {
      throw new BadLineException(
          "%d fields where the header has %d, and any of %s may hold the delimiter: ask sacct for JobName alone"
              .formatted(fields.length, width, textColumns));
    }
    String[] joined = new String[width];
    int after = textColumn + surplus + 1;
    System.arraycopy(fields, 0, joined, 0, textColumn);
    joined[textColumn] = String.join(delimiter, Arrays.copyOfRange(fields, textColumn, after));
    System.arraycopy(fields, after, joined, textColumn + 1, width - textColumn - 1);
    return joined;
  }

  private void job(String[] fields, TraceSink sink) throws BadLineException {
    String id = row.id(fields);
    if (id.contains(".")) {
      // A step, such as 12.batch; its job has a line of its own.
      return;
    }
    String state = SacctText.state(row.get(fields, "State"));
    if (NOT_STARTED.contains(state)) {
      sink.leftOut("never started");
      return;
    }
    if (NOT_ENDED.contains(state)) {
      sink.leftOut("not ended when the trace was taken");
      return;
    }
    if (row.isHalfWritten(fields)) {
      sink.leftOut("known to slurmdbd by its end only");
      return;
    }
    double submitS = row.submitS(fields, sink);
    double runtimeS = row.runtimeS(fields);
    if (runtimeS <= 0 && (row.neverStarted(fields) || state.equals("CANCELLED"))) {
      sink.leftOut("never started");
      return;
    }
    SacctTres tres = gpus(fields);
    SacctTres sizes = row.sizes(fields);
    int nodes = row.nodes(fields, sizes);
    int cpus = row.cpus(fields, sizes);
    sink.job(
        TraceJob.builder(id, submitS, tres.gpus(), runtimeS)
            .name(row.get(fields, "JobName"))
            .user(row.get(fields, "User"))
            .account(row.get(fields, "Account"))
            .partition(firstOf(row.get(fields, "Partition")))
            .qos(row.get(fields, "QOS"))
            // More than one type in one job is more than a replay knows: any type will do.
            .gpuTypes(tres.gpuTypes().size() == 1 ? tres.gpuTypes() : List.of())
            .nodes(nodes)
            .cpus(cpus)
            .memMb(row.memoryMb(fields, sizes, nodes, cpus))
            .requestedS(row.requestedS(fields))
            .build());
  }

  private SacctTres gpus(String[] fields) throws BadLineException {
    for (String column : GPU_COLUMNS) {
      SacctTres tres = SacctTres.parse(row.get(fields, column));
      if (tres.gpus() > 0) {
        return tres;
      }
    }
    return SacctTres.NONE;
  }

  /** A job that started has one partition; one that asked for several may still show them all. */
  private static String firstOf(String partitions) {
    int comma = partitions.indexOf(',');
    return comma < 0 ? partitions : partitions.substring(0, comma);
  }
}
