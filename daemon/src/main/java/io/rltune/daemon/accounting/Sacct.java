package io.rltune.daemon.accounting;

import static java.util.Objects.requireNonNull;

import io.rltune.daemon.history.JobRun;
import io.rltune.model.CleanText;
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
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
  private static final int MOST_ERROR_TEXT = 4_096;
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
   * @throws IOException where sacct cannot be started, fails, or takes too long; the message says
   *     what it said
   */
  public Answer ended(long from, long to, int mostRows, Consumer<JobRun> sink) throws IOException {
    // A job name may hold line ends and any delimiter: with one that nobody knows before, no name
    // can pass for a row of its own.
    String delimiter = "|" + UUID.randomUUID().toString().substring(0, 8) + "|";
    Process process = start(from, to, delimiter);
    CompletableFuture<Boolean> late =
        process
            .onExit()
            .thenApply(ended -> false)
            .completeOnTimeout(true, timeout.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete((tooLate, error) -> killIf(process, tooLate));
    CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> errors(process));
    Answer answer;
    try {
      answer = rows(process, new SacctRows(delimiter), mostRows, sink);
    } finally {
      killIf(process, true);
    }
    boolean tookTooLong = late.join();
    if (tookTooLong) {
      throw new IOException("%s took longer than %d s".formatted(command, timeout.toSeconds()));
    }
    // Cut off by us, it ends by our signal.
    if (answer.whole() && process.exitValue() != 0) {
      throw new IOException(
          "%s ended with code %d: %s".formatted(command, process.exitValue(), errors.join()));
    }
    return answer;
  }

  private Process start(long from, long to, String delimiter) throws IOException {
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
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("SLURM_TIME_FORMAT", "%s");
    if (!slurmConf.toString().isEmpty()) {
      builder.environment().put("SLURM_CONF", slurmConf.toString());
    }
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private static Answer rows(Process process, SacctRows rows, int mostRows, Consumer<JobRun> sink)
      throws IOException {
    int count = 0;
    Bounded output = new Bounded(process.getInputStream(), mostRows * MOST_BYTES_OF_A_ROW);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (count == mostRows) {
          return new Answer(count, false);
        }
        count++;
        rows.read(line).ifPresent(sink);
      }
      if (output.left <= 0) {
        return new Answer(count, false);
      }
      // Its output has ended; what is left is its exit code.
      process.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(error -> process).join();
      return new Answer(count, true);
    }
  }

  private static String errors(Process process) {
    try (InputStream stream = process.getErrorStream()) {
      String text = new String(stream.readNBytes(MOST_ERROR_TEXT), StandardCharsets.UTF_8);
      stream.skip(Long.MAX_VALUE);
      return CleanText.line(text.strip(), MOST_ERROR_SHOWN);
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void killIf(Process process, Boolean now) {
    if (Boolean.TRUE.equals(now)) {
      // A child of a wrapper script holds its output open: all go.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
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
