package io.rltune.daemon.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.cycle.Reverter;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.Ledger;
import io.rltune.daemon.service.DaemonLock;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Wiring;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rltune revert}: gives every touched job back what it had. */
@Command(
    name = "revert",
    mixinStandardHelpOptions = true,
    description = {
      "Pauses RLTune and gives every pending job it touched its own priority and node list back.",
      "Works with the daemon running or not; 'rltune resume' starts it again."
    })
final class RevertCommand implements Callable<Integer> {
  @Mixin private ConfigOption configOption;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = "How long to wait for a running daemon (default: ${DEFAULT-VALUE}).")
  private int timeoutS;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Config config = configOption.load();
    StateDir stateDir = StateDir.create(config.get(Settings.STATE_DIR));
    if (!Files.exists(stateDir.pause())) {
      Files.createFile(stateDir.pause());
    }
    Optional<DaemonLock> lock = DaemonLock.probe(stateDir.lock());
    JsonNode result;
    if (lock.isPresent()) {
      try (DaemonLock held = lock.get()) {
        result = revertHere(config, stateDir);
      }
    } else {
      result = askDaemon(stateDir);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonFiles.MAPPER.writeValueAsString(result));
    } else {
      out.printf("restored %d jobs; RLTune is paused%n", result.path("restored").size());
      result.path("left").forEach(line -> out.println("left: " + line.asText()));
    }
    return result.path("left").isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static JsonNode revertHere(Config config, StateDir stateDir) throws Exception {
    try (Journal journal = Journal.open(stateDir.journal());
        SlurmGateway gateway = SlurmGateways.open(Wiring.slurm(config))) {
      Ledger ledger = new Ledger(journal);
      long now = Instant.now().getEpochSecond();
      ledger.recover(now);
      Reverter.Result result =
          new Reverter(gateway, journal, ledger).revert(Reverter.Scope.ALL, now, "rltune revert");
      return JsonFiles.MAPPER.valueToTree(result);
    }
  }

  private JsonNode askDaemon(StateDir stateDir) throws IOException, InterruptedException {
    Files.deleteIfExists(stateDir.revertResult());
    if (!Files.exists(stateDir.revertRequest())) {
      Files.createFile(stateDir.revertRequest());
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutS);
    while (System.nanoTime() < deadline) {
      if (Files.exists(stateDir.revertResult()) && !Files.exists(stateDir.revertRequest())) {
        return JsonFiles.read(stateDir.revertResult());
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    throw new IllegalStateException(
        "the daemon ("
            + DaemonLock.holder(stateDir.lock())
            + ") did not revert within "
            + timeoutS
            + " s; it stays paused and the request stands");
  }
}
