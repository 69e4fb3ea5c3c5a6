package io.rltune.daemon.testbed;

import io.rltune.slurm.process.ProcessTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command to its end and returns what it printed. By way of files: the daemons of a lab,
 * which {@code local/up} starts, inherit its output and live on, and a pipe would break under them.
 */
final class Exec {
  private final Map<String, String> environment;
  private final Duration timeout;

  /**
   * Commands with a small environment of their own, so that a user's SLURM_ and SBATCH_ variables
   * do not reach them.
   *
   * @param environment variables beside PATH
   * @param timeout longest time a command may take
   */
  Exec(Map<String, String> environment, Duration timeout) {
    this.environment = Map.copyOf(environment);
    this.timeout = timeout;
  }

  /**
   * Runs a command; its standard output is returned without surrounding blanks.
   *
   * @throws IOException where it cannot start, fails or takes too long; the message carries the
   *     command and the end of its standard error
   */
  String run(List<String> command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("rltune-exec", ".out");
    Path err = Files.createTempFile("rltune-exec", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      String path = System.getenv().getOrDefault("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
      builder.environment().clear();
      builder.environment().put("PATH", path);
      builder.environment().putAll(environment);
      builder.directory(Path.of("/").toFile());
      builder.redirectInput(Path.of("/dev/null").toFile());
      builder.redirectOutput(out.toFile());
      builder.redirectError(err.toFile());
      int exitCode = exitCode(builder.start(), command);
      if (exitCode != 0) {
        throw new IOException(
            "exit code %d: %s: %s".formatted(exitCode, String.join(" ", command), tail(read(err))));
      }
      return read(out).strip();
    } finally {
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  private int exitCode(Process process, List<String> command)
      throws IOException, InterruptedException {
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            "no end within %d s: %s".formatted(timeout.toSeconds(), String.join(" ", command)));
      }
      return process.exitValue();
    } finally {
      if (process.isAlive()) {
        ProcessTree.kill(process);
      }
    }
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private static String tail(String text) {
    String stripped = text.strip();
    return stripped.substring(Math.max(0, stripped.length() - 500));
  }
}
