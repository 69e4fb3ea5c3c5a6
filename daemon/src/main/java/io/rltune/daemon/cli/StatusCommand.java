package io.rltune.daemon.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.daemon.service.DaemonLock;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.StateDir;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Duration;
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
    boolean running = isRunning(stateDir);
    Instant at = Instant.ofEpochSecond(status.path("at").asLong());
    out.printf(
        "rltune is %s (%s), mode %s%s%n",
        running ? "running" : "not running",
        running ? DaemonLock.holder(stateDir.lock()) : "last seen " + at,
        status.path("mode").asText(),
        status.path("paused").asBoolean() ? ", PAUSED" : "");
    out.printf(
        "health   %s, last cycle %d s ago%n",
        status.path("health").asText(), Duration.between(at, Instant.now()).toSeconds());
    out.printf("slurm    %s%n", status.path("slurm").asText());
    out.printf(
        "queue    %d pending (%d managed), %d running; the last plan starts %d%n",
        status.path("pending").asInt(),
        status.path("managed").asInt(),
        status.path("running").asInt(),
        status.path("starts_planned").asInt());
    out.printf(
        "writes   %d in all; %d leases standing; %d jobs carry something of ours%n",
        status.path("writes").asLong(),
        status.path("leases").asInt(),
        status.path("touched").asInt());
    double agreement = status.path("shadow_agreement").asDouble();
    if (agreement >= 0) {
      out.printf(
          "agreement %.0f %% of the jobs that started were in the plan before%n", agreement * 100);
    }
    status.path("alerts").forEach(alert -> out.println("ALERT    " + alert.asText()));
    return ExitCodes.OK;
  }

  static boolean isRunning(StateDir stateDir) throws java.io.IOException {
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
