package io.rltune.daemon.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.daemon.history.History;
import io.rltune.daemon.report.ReportBuilder;
import io.rltune.daemon.report.ReportData.Against;
import io.rltune.daemon.service.DaemonLock;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.StateDir;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rltune status}: one screen. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows mode, health, queue, leases and alerts of the daemon.")
final class StatusCommand implements Callable<Integer> {
  private static final long WEEK_S = 7L * 86_400;

  @Mixin private ConfigOption configOption;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    StateDir stateDir = configOption.stateDir();
    PrintWriter out = spec.commandLine().getOut();
    if (!Files.exists(stateDir.status())) {
      throw new IllegalStateException(
          "no status in " + stateDir.path() + ": the daemon has not run with this configuration");
    }
    JsonNode status = JsonFiles.read(stateDir.status());
    if (json) {
      out.println(JsonFiles.MAPPER.writeValueAsString(status));
      return ExitCodes.OK;
    }
    Optional<String> holder =
        isRunning(stateDir) ? Optional.of(DaemonLock.holder(stateDir.lock())) : Optional.empty();
    long now = Instant.now().getEpochSecond();
    new StatusText(status, now).print(out, holder, gain(stateDir, now));
    return ExitCodes.OK;
  }

  /** A screen without it is better than none: history may be damaged, or not be there yet. */
  private static Optional<Against> gain(StateDir stateDir, long now) {
    if (!Files.exists(stateDir.history())) {
      return Optional.empty();
    }
    try (History history = History.reading(stateDir.history())) {
      return Optional.of(ReportBuilder.build(history, now - WEEK_S, now + 1).against());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static boolean isRunning(StateDir stateDir) throws IOException {
    if (!Files.exists(stateDir.lock())) {
      return false;
    }
    Optional<DaemonLock> lock = DaemonLock.probe(stateDir.lock());
    if (lock.isPresent()) {
      lock.get().close();
      return false;
    }
    return true;
  }
}
