package io.rltune.daemon.accounting;

import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.history.JobRun.Size;
import io.rltune.daemon.history.JobRun.Standing;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.Tres;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rows of {@code sacct -P} with our columns, as lives of jobs. */
final class SacctRows {
  /**
   * The name last: it is free text. All are there from Slurm 19.05 to 26.05; times come as seconds
   * of the epoch ({@code SLURM_TIME_FORMAT=%s}).
   */
  static final List<String> COLUMNS =
      List.of(
          "JobIDRaw",
          "User",
          "Account",
          "QOS",
          "Partition",
          "Submit",
          "Eligible",
          "Start",
          "End",
          "TimelimitRaw",
          "ReqTRES",
          "AllocTRES",
          "JobName");

  private static final int LONGEST_TEXT = 200;

  /**
   * What slurmdbd calls a job whose end it hears before its start: one that is over within the five
   * seconds in which slurmctld gathers starts. Partition, limit and the rest come with the start;
   * where slurmctld dies in between, never. Seen on 22.05.
   */
  private static final String NAME_WITHOUT_START = "allocation";

  private final Pattern delimiter;

  /** Reads rows whose fields are parted by {@code delimiter}. */
  SacctRows(String delimiter) {
    this.delimiter = Pattern.compile(delimiter, Pattern.LITERAL);
  }

  /**
   * The life that a line tells; empty for what is no row (the rest of a job name with a line end in
   * it), for jobs that never started, for records that are half written, and for values that cannot
   * be read.
   */
  Optional<JobRun> read(String line) {
    String[] fields = delimiter.split(line, -1);
    if (fields.length != COLUMNS.size()) {
      return Optional.empty();
    }
    long id = number(field(fields, "JobIDRaw"));
    long submit = number(field(fields, "Submit"));
    long started = number(field(fields, "Start"));
    long ended = number(field(fields, "End"));
    if (id <= 0 || submit <= 0 || started <= 0 || ended < started || isHalfWritten(fields)) {
      return Optional.empty();
    }
    try {
      return Optional.of(run(fields, id, submit, started, ended));
    } catch (GrammarException e) {
      return Optional.empty();
    }
  }

  private static boolean isHalfWritten(String[] fields) {
    return field(fields, "JobName").equals(NAME_WITHOUT_START)
        && field(fields, "Partition").isEmpty()
        && field(fields, "TimelimitRaw").isEmpty();
  }

  private static JobRun run(String[] fields, long id, long submit, long started, long ended)
      throws GrammarException {
    Tres asked = Tres.parse(field(fields, "ReqTRES"));
    Tres given = Tres.parse(field(fields, "AllocTRES"));
    // Old versions tell of GPUs only in what was given.
    List<Gres.Item> gpus = gpus(asked).isEmpty() ? gpus(given) : gpus(asked);
    Tres sizes = asked.count("cpu").isPresent() ? asked : given;
    String name = cut(field(fields, "JobName"));
    String partitions = field(fields, "Partition");
    return new JobRun(
        id,
        submit,
        name,
        JobRun.stemOf(name),
        cut(field(fields, "User")),
        cut(field(fields, "Account")),
        cut(field(fields, "QOS")),
        cut(partitions.split(",", 2)[0]),
        (int) gpus.stream().mapToLong(Gres.Item::count).sum(),
        gpus.stream()
            .map(Gres.Item::type)
            .filter(type -> !type.isEmpty())
            .distinct()
            .collect(Collectors.joining("+")),
        limitS(field(fields, "TimelimitRaw")),
        Math.max(submit, number(field(fields, "Eligible"))),
        0,
        0,
        0,
        started,
        ended,
        0,
        "",
        false,
        Standing.UNKNOWN,
        List.of(),
        new Size(
            sizes.count("node").orElse(0L).intValue(),
            sizes.count("cpu").orElse(0L).intValue(),
            sizes.memMb().orElse(0L)));
  }

  private static List<Gres.Item> gpus(Tres tres) {
    return tres.gres().stream().filter(Gres.Item::isGpu).toList();
  }

  private static String field(String[] fields, String column) {
    return fields[COLUMNS.indexOf(column)].strip();
  }

  /** A whole number; 0 for everything else, such as Unknown or None. */
  private static long number(String text) {
    boolean digits = !text.isEmpty() && text.length() < 18;
    return digits && text.chars().allMatch(c -> c >= '0' && c <= '9') ? Long.parseLong(text) : 0;
  }

  /** Minutes as seconds; UNLIMITED, Partition_Limit and nothing are no limit. */
  private static long limitS(String minutes) {
    long limit = number(minutes);
    return limit == 0 ? Long.MAX_VALUE : Math.min(limit, Integer.MAX_VALUE) * 60;
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
  }
}
