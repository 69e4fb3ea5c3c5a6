package io.rltune.slurm.scontrol;

import io.rltune.slurm.SentUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.ErrorKinds;
import io.rltune.slurm.rest.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs one scontrol for a batch of updates, which it reads from its standard input: 259 updates a
 * second on 22.05, against 29 with a process for each.
 *
 * <p>scontrol prints errors without saying which command they belong to, and its exit code only
 * says that there was one. So each command is followed by {@code show hostnames} of a marker, which
 * scontrol answers by itself without asking slurmctld: what stands before a marker belongs to its
 * command, and a missing marker means that the command was not carried out to its end.
 */
public final class Scontrol {
  private static final String PROMPT = "scontrol: ";
  private static final String MARK = "rltune-end-";
  private static final int MOST_OUTPUT = 4 << 20;

  private final List<String> command;
  private final Path slurmConf;
  private final Duration timeout;

  /**
   * Sets up; nothing runs yet.
   *
   * @param command scontrol and its arguments, separated by blanks
   * @param slurmConf value of SLURM_CONF; empty path for the system's default
   * @param timeout longest time for one batch
   */
  public Scontrol(String command, Path slurmConf, Duration timeout) {
    this.command = List.of(command.strip().split("\\s+"));
    this.slurmConf = slurmConf;
    this.timeout = timeout;
  }

  /** Applies updates in order; one entry per update, empty when scontrol reported no error. */
  public List<Optional<SlurmError>> write(List<SentUpdate> updateList) {
    List<String> commandList = updateList.stream().map(ScontrolCommand::of).toList();
    String output;
    try {
      output = run(command, script(commandList));
    } catch (IOException e) {
      String message = Verdict.clean(String.valueOf(e.getMessage()));
      return commandList.stream()
          .map(line -> Optional.of(new SlurmError(Kind.UNREACHABLE, request(line), message, 0, 0)))
          .toList();
    }
    return outcomes(commandList, output);
  }

  private static String script(List<String> commandList) {
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < commandList.size(); i++) {
      script.append(commandList.get(i)).append('\n');
      script.append("show hostnames ").append(MARK).append(i).append('\n');
    }
    return script.toString();
  }

  /**
   * Runs scontrol once with arguments.
   *
   * @return what it printed, errors too
   * @throws IOException when it cannot be started
   */
  public String text(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of(arguments));
    return run(line, "");
  }

  private String run(List<String> line, String script) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    if (!slurmConf.toString().isEmpty()) {
      builder.environment().put("SLURM_CONF", slurmConf.toString());
    }
    Process process = builder.start();
    CompletableFuture<Process> watchdog =
        process.onExit().orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<Void> killed = watchdog.handle((done, late) -> kill(process, late));
    // A pipe holds 64 KiB: scontrol must be read while it is still being written to.
    CompletableFuture<Void> feeding = CompletableFuture.runAsync(() -> feed(process, script));
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readNBytes(MOST_OUTPUT), StandardCharsets.UTF_8);
      killed.join();
      feeding.join();
      return text;
    }
  }

  private static void feed(Process process, String script) {
    try (OutputStream input = process.getOutputStream()) {
      input.write(script.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // scontrol went away: its markers are missing, which is what tells.
      return;
    }
  }

  private static Void kill(Process process, Throwable late) {
    if (late != null) {
      // A child of a wrapper script holds its output open: all go.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return null;
  }

  static List<Optional<SlurmError>> outcomes(List<String> commandList, String output) {
    List<Optional<SlurmError>> outcomeList = new ArrayList<>();
    List<String> pending = new ArrayList<>();
    for (String raw : output.split("\r?\n")) {
      int next = outcomeList.size();
      if (next == commandList.size()) {
        break;
      }
      String line = raw;
      while (line.startsWith(PROMPT)) {
        line = line.substring(PROMPT.length());
      }
      if (line.equals(MARK + next)) {
        outcomeList.add(outcome(commandList.get(next), pending));
        pending.clear();
      } else if (!line.isBlank() && !isEcho(line.strip(), commandList.get(next))) {
        pending.add(line.strip());
      }
    }
    String rest =
        pending.isEmpty() ? "it ended early or took too long" : String.join("; ", pending);
    while (outcomeList.size() < commandList.size()) {
      String command = commandList.get(outcomeList.size());
      outcomeList.add(
          Optional.of(
              new SlurmError(
                  ErrorKinds.ofText(rest).orElse(Kind.UNREACHABLE),
                  request(command),
                  Verdict.clean("scontrol did not finish this command: " + rest),
                  0,
                  0)));
    }
    return outcomeList;
  }

  private static boolean isEcho(String line, String command) {
    return line.equals(command) || line.startsWith("show hostnames " + MARK);
  }

  private static Optional<SlurmError> outcome(String command, List<String> lineList) {
    if (lineList.isEmpty()) {
      return Optional.empty();
    }
    String message = Verdict.clean(String.join("; ", lineList));
    return Optional.of(
        new SlurmError(
            ErrorKinds.ofText(message).orElse(Kind.REJECTED), request(command), message, 0, 0));
  }

  private static String request(String command) {
    return "scontrol " + command;
  }
}
