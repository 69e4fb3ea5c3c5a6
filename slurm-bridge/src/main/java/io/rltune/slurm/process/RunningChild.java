package io.rltune.slurm.process;

import io.rltune.slurm.process.ChildProcess.Cause;
import io.rltune.slurm.process.ChildProcess.Errors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The standard output of a running child, which ends when the child has ended, at its time limit at
 * the latest.
 *
 * <p>Nothing here blocks on a pipe. A blocked read ends only when the last holder of the other end
 * has gone, which may be a process in the background, or when the pipe is closed under it, and then
 * what was in it is lost. So the pipes are looked into, with pauses of milliseconds. All that a
 * child said is in them when it has ended: what is there then is the rest.
 */
final class RunningChild extends InputStream {
  private static final int MOST_ERRORS = 64 << 10;
  private static final long FIRST_PAUSE_MS = 1;
  private static final long LONGEST_PAUSE_MS = 16;

  /** For the kernel, to end a process that cannot be ended while it waits for a disk. */
  private static final long DEATH_MS = 5_000;

  private final Process process;
  private final String program;
  private final long begin = System.nanoTime();
  private final long mostNanos;
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  /** Empty while it runs. */
  private Optional<Cause> cause = Optional.empty();

  /** Bytes of output to come, once it has ended. */
  private int left;

  private boolean readToTheEnd;

  private RunningChild(Process process, ChildProcess wanted) {
    this.process = process;
    this.program = wanted.program();
    this.mostNanos = wanted.timeLimit().toNanos();
  }

  static RunningChild start(ChildProcess wanted) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(wanted.command());
    builder.environment().putAll(wanted.variables());
    builder.redirectErrorStream(wanted.errors() == Errors.WITH_OUTPUT);
    if (wanted.errors() == Errors.DROPPED) {
      builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    }
    if (wanted.input().isEmpty()) {
      builder.redirectInput(Path.of("/dev/null").toFile());
    }
    Process process = builder.start();
    if (!wanted.input().isEmpty()) {
      // A pipe holds 64 KiB: a child is read while it is still being written to.
      Thread feeder = new Thread(() -> feed(process, wanted.input()), "child-input");
      feeder.setDaemon(true);
      feeder.start();
    }
    return new RunningChild(process, wanted);
  }

  private static void feed(Process process, String input) {
    try (OutputStream stream = process.getOutputStream()) {
      stream.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It went away without reading all: how it ended, and what it said, tell.
      return;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    long pauseMs = FIRST_PAUSE_MS;
    int ready = look();
    while (ready == 0 && cause.isEmpty()) {
      pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      ready = look();
    }
    if (ready == 0) {
      readToTheEnd = true;
      return -1;
    }
    int count = process.getInputStream().read(bytes, offset, Math.min(length, ready));
    left -= cause.isPresent() ? count : 0;
    return count;
  }

  /** What can be read without waiting, in bytes. */
  private int look() throws IOException {
    if (cause.isPresent()) {
      return left;
    }
    if (!process.isAlive()) {
      ended(Cause.EXIT);
      return left;
    }
    if (System.nanoTime() - begin >= mostNanos) {
      stop(Cause.TIME_LIMIT);
      return left;
    }
    hear();
    return process.getInputStream().available();
  }

  /** Ends it where its output was not read to the end, and says what ended it. */
  Cause end() throws IOException {
    if (cause.isEmpty()) {
      stop(Cause.CUT_OFF);
    }
    Cause known = cause.orElseThrow();
    return known == Cause.EXIT && !readToTheEnd ? Cause.CUT_OFF : known;
  }

  /** Its exit code, once it has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** The end of what it said on its standard error until now. */
  String errors() {
    byte[] all = errors.toByteArray();
    int count = Math.min(all.length, MOST_ERRORS);
    return new String(all, all.length - count, count, StandardCharsets.UTF_8);
  }

  private void stop(Cause why) throws IOException {
    ProcessTree.kill(process);
    pause(DEATH_MS);
    ended(why);
  }

  private void ended(Cause why) throws IOException {
    hear();
    left = process.getInputStream().available();
    cause = Optional.of(why);
  }

  /** Takes what waits on standard error: a child that nobody listens to stands still. */
  private void hear() throws IOException {
    InputStream stream = process.getErrorStream();
    errors.writeBytes(stream.readNBytes(stream.available()));
    if (errors.size() > 2 * MOST_ERRORS) {
      byte[] all = errors.toByteArray();
      errors.reset();
      errors.write(all, all.length - MOST_ERRORS, MOST_ERRORS);
    }
  }

  /** Waits; less long where the child ends. */
  private void pause(long millis) throws InterruptedIOException {
    try {
      process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      ProcessTree.kill(process);
      Thread.currentThread().interrupt();
      InterruptedIOException told = new InterruptedIOException(program + " was interrupted");
      told.initCause(e);
      throw told;
    }
  }

  @Override
  public void close() throws IOException {
    if (process.isAlive()) {
      ProcessTree.kill(process);
    }
    process.getInputStream().close();
    process.getErrorStream().close();
  }
}
