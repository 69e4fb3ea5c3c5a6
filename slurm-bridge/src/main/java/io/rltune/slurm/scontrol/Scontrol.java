package io.rltune.slurm.scontrol;

import io.rltune.slurm.SentUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.process.ChildProcess;
import io.rltune.slurm.rest.ErrorKinds;
import io.rltune.slurm.rest.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /** In bytes. */
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
    ChildProcess.Ended ended;
    try {
      ended = run(command, script(commandList));
    } catch (IOException e) {
      String message = Verdict.clean(String.valueOf(e.getMessage()));
      return commandList.stream()
          .map(line -> Optional.of(new SlurmError(Kind.UNREACHABLE, request(line), message, 0, 0)))
          .toList();
    }
    return outcomes(commandList, ended.output(), ended.how());
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
   * @throws IOException when it cannot be started, takes too long or prints too much
   */
  public String text(String... arguments) throws IOException {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of(arguments));
    ChildProcess.Ended ended = run(line, "");
    if (!ended.byItself()) {
      throw new IOException(command.get(0) + " " + ended.how());
    }
    return ended.output();
  }

  private ChildProcess.Ended run(List<String> line, String script) throws IOException {
    Map<String, String> variables = new HashMap<>(Map.of("LC_ALL", "C"));
    if (!slurmConf.toString().isEmpty()) {
      variables.put("SLURM_CONF", slurmConf.toString());
    }
    return ChildProcess.of(line, timeout)
        .withVariables(variables)
        .withInput(script)
        .withErrors(ChildProcess.Errors.WITH_OUTPUT)
        .withMostOutput(MOST_OUTPUT)
        .run();
  }

  /**
   * What became of each command.
   *
   * @param how how scontrol ended, e.g. {@code took longer than 20 s}
   */
  static List<Optional<SlurmError>> outcomes(List<String> commandList, String output, String how) {
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
    pending.add("it " + how);
    String rest = String.join("; ", pending);
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
