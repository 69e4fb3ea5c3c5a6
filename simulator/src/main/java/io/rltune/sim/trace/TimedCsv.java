package io.rltune.sim.trace;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The small cuts {@code job_id,arrival_s,service_sec,gpu_count} of Helios and Alibaba PAI, whose
 * ids hold what the user called the task ({@code ali-<job>-worker#17}), and the original {@code
 * cluster_log.csv} of HeliosData (job_id, user, vc, jobname, gpu_num, cpu_num, node_num, state,
 * submit_time, start_time, end_time, duration, queue).
 */
final class TimedCsv implements LineParser {
  private static final List<String> CUT =
      List.of("job_id", "arrival_s", "service_sec", "gpu_count");
  private static final List<String> ORIGINAL =
      List.of("job_id", "user", "vc", "gpu_num", "submit_time", "duration");

  private final String format;
  private CsvParser chosen;

  TimedCsv(String format) {
    this.format = format;
  }

  @Override
  public void parse(String line, TraceSink sink) throws BadLineException, TraceException {
    if (chosen == null && !line.isBlank() && !line.startsWith("#")) {
      boolean original = new Columns(Fields.split(line, ',')).hasAll(ORIGINAL);
      chosen = original ? new HeliosLog(format) : new Cut(format);
    }
    if (chosen != null) {
      chosen.parse(line, sink);
    }
  }

  @Override
  public void end() throws TraceException {
    (chosen == null ? new Cut(format) : chosen).end();
  }

  private static final class Cut extends CsvParser {
    /** An id of PAI: the job's hash, the name of the task, and its number, which no two share. */
    private static final Pattern NAMED_TASK = Pattern.compile("ali-[0-9a-f]+-(\\w+)#(\\d+)");

    Cut(String format) {
      super(format, CUT);
    }

    @Override
    void row(Columns names, String[] fields, TraceSink sink) throws BadLineException {
      String id = names.need(fields, "job_id");
      Matcher task = NAMED_TASK.matcher(id);
      boolean isNamed = task.matches();
      sink.job(
          TraceJob.builder(
                  isNamed ? task.group(2) : id,
                  Fields.number(names.need(fields, "arrival_s"), "arrival_s"),
                  Fields.amount(names.need(fields, "gpu_count"), "gpu_count"),
                  Fields.amount(names.need(fields, "service_sec"), "service_sec"))
              .name(isNamed ? task.group(1) : "")
              .build());
    }
  }

  private static final class HeliosLog extends CsvParser {
    HeliosLog(String format) {
      super(format, ORIGINAL);
    }

    @Override
    void row(Columns names, String[] fields, TraceSink sink) throws BadLineException {
      String vc = names.get(fields, "vc");
      String cpus = names.get(fields, "cpu_num");
      String nodes = names.get(fields, "node_num");
      sink.job(
          TraceJob.builder(
                  names.need(fields, "job_id"),
                  DateTimes.seconds(names.need(fields, "submit_time"), "submit_time"),
                  Fields.amount(names.need(fields, "gpu_num"), "gpu_num"),
                  Fields.amount(names.need(fields, "duration"), "duration"))
              .name(names.get(fields, "jobname"))
              .user(names.get(fields, "user"))
              .account(vc)
              .partition(vc)
              .cpus(cpus.isEmpty() ? 0 : Fields.count(cpus, "cpu_num"))
              .nodes(nodes.isEmpty() ? 0 : Fields.count(nodes, "node_num"))
              .build());
    }
  }
}
