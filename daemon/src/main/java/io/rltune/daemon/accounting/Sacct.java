package io.rltune.daemon.accounting;

import static java.util.Objects.requireNonNull;

import io.rltune.daemon.history.JobRun;
import io.rltune.model.CleanText;
import io.rltune.slurm.process.ChildProcess;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Asks slurmdbd for finished runs with {@code sacct}, which comes with every Slurm and speaks to
 * slurmdbd of its own version. One child process a question, at the lowest priority, within a time
 * limit; its output is read as it comes and never kept whole.
 *
 * @param command sacct and its arguments, separated by blanks
 * @param slurmConf value of SLURM_CONF; empty path for the system's default
 * @param timeout longest time for one question
 */
public record Sacct(String command, Path slurmConf, Duration timeout) {
  /**
   * Ended by itself, or by its user or its limit; what a node or preemption ended is no runtime.
   */
  private static final String ENDED = "CD,F,TO,CA,OOM";

  private static final Path NICE = Path.of("/usr/bin/nice");
  private static final long MOST_BYTES_OF_A_ROW = 4_096;
  private static final int MOST_ERROR_SHOWN = 400;

  public Sacct {
    requireNonNull(command, "command");
    requireNonNull(slurmConf, "slurmConf");
    requireNonNull(timeout, "timeout");
  }

  /**
   * What one question brought.
   *
   * @param rows lines that sacct printed
   * @param whole whether these were all: false where {@code mostRows} cut them off
   */
  public record Answer(int rows, boolean whole) {}

  /**
   * Jobs of all users that ended in a time span.
   *
   * @param from seconds since the epoch, inclusive
   * @param to seconds since the epoch
   * @param mostRows where to stop reading
   * @param sink gets each job that ran
   * @throws IOException where sacct cannot be started, fails, or takes too long, or where this
   *     thread is interrupted; the message says what it said
   */
  public Answer ended(long from, long to, int mostRows, Consumer<JobRun> sink) throws IOException {
    // A job name may hold line ends and any delimiter: with one that nobody knows before, no name
    // can pass for a row of its own.
    String delimiter = "|" + UUID.randomUUID().toString().substring(0, 8) + "|";
    Rows rows = new Rows(new SacctRows(delimiter), mostRows, sink);
    ChildProcess.Ended ended = question(from, to, delimiter).run(rows);
    if (ended.cause() == ChildProcess.Cause.TIME_LIMIT) {
      throw new IOException(command + " " + ended.how());
    }
    // Cut off by us, it ends by our signal.
    if (rows.whole && ended.exitCode() != 0) {
      throw new IOException(
          "%s %s: %s"
              .formatted(
                  command, ended.how(), CleanText.line(ended.errors().strip(), MOST_ERROR_SHOWN)));
    }
    return new Answer(rows.count, rows.whole);
  }

  private ChildProcess question(long from, long to, String delimiter) {
    List<String> line = new ArrayList<>();
    if (Files.isExecutable(NICE)) {
      line.addAll(List.of(NICE.toString(), "-n", "19"));
    }
    line.addAll(List.of(command.strip().split("\\s+")));
    line.addAll(List.of("--allusers", "--allocations", "--parsable2", "--noheader"));
    line.add("--state=" + ENDED);
    line.add("--starttime=uts" + from);
    line.add("--endtime=uts" + to);
    line.add("--delimiter=" + delimiter);
    line.add("--format=" + String.join(",", SacctRows.COLUMNS));
    Map<String, String> variables =
        new HashMap<>(Map.of("LC_ALL", "C.UTF-8", "SLURM_TIME_FORMAT", "%s"));
    if (!slurmConf.toString().isEmpty()) {
      variables.put("SLURM_CONF", slurmConf.toString());
    }
    return ChildProcess.of(line, timeout).withVariables(variables);
  }

  /** Hands on each row as it comes, up to the most that are wanted. */
  private static final class Rows implements ChildProcess.OutputReader {
    private final SacctRows rows;
    private final int most;
    private final Consumer<JobRun> sink;
    private int count;
    private boolean whole;

    Rows(SacctRows rows, int most, Consumer<JobRun> sink) {
      this.rows = rows;
      this.most = most;
      this.sink = sink;
    }

    @Override
    public void read(InputStream output) throws IOException {
      Bounded bounded = new Bounded(output, most * MOST_BYTES_OF_A_ROW);
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(bounded, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (count == most) {
          return;
        }
        count++;
        rows.read(line).ifPresent(sink);
      }
      whole = bounded.left > 0;
    }
  }

  /** Ends after so many bytes, whatever comes: a line without an end must not fill the memory. */
  private static final class Bounded extends FilterInputStream {
    private long left;

    Bounded(InputStream in, long most) {
      super(in);
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      int next = left > 0 ? super.read() : -1;
      left--;
      return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left <= 0) {
        return -1;
      }
      int count = super.read(bytes, offset, (int) Math.min(length, left));
      left -= Math.max(0, count);
      return count;
    }
  }
}
