package io.rltune.slurm.process;

import static java.util.Objects.requireNonNull;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A command to run as a child process to its end, once or more often (docs/adr/031). It ends when
 * the child itself has: what it said until then is never lost, and what it leaves in the background
 * holds nobody. One that takes too long or says too much is ended with all processes below it.
 *
 * @param command program and its arguments; runs without a shell
 * @param timeLimit longest time from the start to the exit and the end of the output
 * @param variables environment variables beside those of this process
 * @param input what it reads from its standard input, as UTF-8
 * @param errors what becomes of its standard error
 * @param mostOutput most bytes of standard output that {@link #run} takes; above that the child is
 *     ended. Of a standard error that is {@link Errors#APART} the last 64 KiB are kept
 */
@RecordBuilder
public record ChildProcess(
    List<String> command,
    Duration timeLimit,
    Map<String, String> variables,
    String input,
    Errors errors,
    int mostOutput)
    implements ChildProcessBuilder.With {
  private static final int MOST_OUTPUT = 1 << 20;

  /** What becomes of the standard error of a child. */
  public enum Errors {
    /** Kept by itself. */
    APART,
    /** Part of the output, in the order in which the child wrote. */
    WITH_OUTPUT,
    /** Thrown away unread. */
    DROPPED
  }

  /** What ended a child. */
  public enum Cause {
    /** It ended by itself; the exit code tells how. */
    EXIT,
    /** Its time was over: it was ended with all below it. */
    TIME_LIMIT,
    /** Its output was not read to the end: it was ended with all below it. */
    CUT_OFF
  }

  /** Reads the output of a child while it runs. */
  @FunctionalInterface
  public interface OutputReader {
    /**
     * Reads as much as it wants; the child is ended where it stops before the end.
     *
     * @param output ends when the child ends, or is ended because its time is over
     */
    void read(InputStream output) throws IOException;
  }

  /**
   * How a child ended, and what it said.
   *
   * @param exitCode -1 where it did not end by itself
   * @param how for messages, after the name of the command: {@code took longer than 5 s}
   * @param output its standard output as UTF-8; empty where an {@link OutputReader} had it
   * @param errors its standard error where that is {@link Errors#APART}, else empty
   */
  public record Ended(Cause cause, int exitCode, String how, String output, String errors) {
    /** Whether it ended by itself, with any exit code. */
    public boolean byItself() {
      return cause == Cause.EXIT;
    }

    /** Without what it said, which may be a secret. */
    @Override
    public String toString() {
      return "Ended[" + how + "]";
    }
  }

  public ChildProcess {
    command = List.copyOf(command);
    variables = Map.copyOf(variables);
    requireNonNull(timeLimit, "timeLimit");
    requireNonNull(input, "input");
    requireNonNull(errors, "errors");
    if (mostOutput < 0 || mostOutput == Integer.MAX_VALUE) {
      throw new IllegalArgumentException("mostOutput " + mostOutput + ": from 0 to 2^31 - 2");
    }
  }

  /** With nothing to read, its standard error by itself, and at most 1 MiB of output. */
  public static ChildProcess of(List<String> command, Duration timeLimit) {
    return new ChildProcess(command, timeLimit, Map.of(), "", Errors.APART, MOST_OUTPUT);
  }

  /**
   * Runs it and keeps its output.
   *
   * @throws IOException where it cannot be started; the message names the program
   * @throws java.io.InterruptedIOException where this thread is interrupted: the child has been
   *     ended, and the thread is still marked as interrupted
   */
  public Ended run() throws IOException {
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    Ended ended = run(output -> kept.writeBytes(output.readNBytes(mostOutput + 1)));
    String how =
        kept.size() > mostOutput ? "printed more than " + mostOutput + " bytes" : ended.how();
    String output = kept.toString(StandardCharsets.UTF_8);
    return new Ended(ended.cause(), ended.exitCode(), how, output, ended.errors());
  }

  /**
   * Runs it and hands its output on as it comes. The time limit is looked at whenever the reader
   * reads.
   *
   * @throws IOException where it cannot be started, the message then names the program, or what the
   *     reader throws: the child has then been ended
   * @throws java.io.InterruptedIOException where this thread is interrupted: the child has been
   *     ended, and the thread is still marked as interrupted
   */
  public Ended run(OutputReader reader) throws IOException {
    try (RunningChild child = RunningChild.start(this)) {
      reader.read(child);
      Cause cause = child.end();
      int exitCode = cause == Cause.EXIT ? child.exitCode() : -1;
      return new Ended(cause, exitCode, how(cause, exitCode), "", child.errors());
    }
  }

  private String how(Cause cause, int exitCode) {
    return switch (cause) {
      case EXIT -> "ended with code " + exitCode;
      case TIME_LIMIT -> "took longer than " + seconds() + " s";
      case CUT_OFF -> "was cut off";
    };
  }

  private String seconds() {
    long millis = timeLimit.toMillis();
    return millis % 1_000 == 0 ? Long.toString(millis / 1_000) : Double.toString(millis / 1e3);
  }

  /** The program alone: an argument, a variable or the input may be a secret. */
  @Override
  public String toString() {
    return "ChildProcess[" + program() + "]";
  }

  String program() {
    return command.isEmpty() ? "" : command.get(0);
  }
}
