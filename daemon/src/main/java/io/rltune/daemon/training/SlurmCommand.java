package io.rltune.daemon.training;

import io.rltune.model.CleanText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs a Slurm command as the user at the keyboard would, in his environment. */
final class SlurmCommand {
  private static final long MOST_SECONDS = 60;
  private static final int MOST_OUTPUT = 1 << 20;
  private static final int MOST_SHOWN = 500;

  private SlurmCommand() {}

  /**
   * Runs a command to its end.
   *
   * @param input what it reads from its standard input
   * @return its standard output
   * @throws IOException where it cannot be started, fails or takes too long; the message is what it
   *     said
   */
  static String run(List<String> command, String input) throws IOException {
    Process process = new ProcessBuilder(command).start();
    CompletableFuture<String> errors =
        CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
    CompletableFuture<String> output =
        CompletableFuture.supplyAsync(() -> text(process.getInputStream()));
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It went away without reading; its exit code tells.
      errors.thenAccept(said -> {});
    }
    process.onExit().completeOnTimeout(process, MOST_SECONDS, TimeUnit.SECONDS).join();
    if (process.isAlive()) {
      process.destroyForcibly();
      throw new IOException(command.get(0) + " took longer than " + MOST_SECONDS + " s");
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "%s failed (%d): %s"
              .formatted(
                  command.get(0),
                  process.exitValue(),
                  CleanText.line(errors.join().strip(), MOST_SHOWN)));
    }
    return output.join();
  }

  private static String text(InputStream stream) {
    try (stream) {
      return new String(stream.readNBytes(MOST_OUTPUT), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
