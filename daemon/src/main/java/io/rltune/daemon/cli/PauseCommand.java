package io.rltune.daemon.cli;

import io.rltune.daemon.service.StateDir;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rltune pause}: stops writing at once. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    description = "Stops all writes at once (only leases are still taken back); survives restarts.")
final class PauseCommand implements Callable<Integer> {
  @Mixin private ConfigOption configOption;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    StateDir stateDir = configOption.stateDir();
    if (!Files.exists(stateDir.pause())) {
      Files.createFile(stateDir.pause());
    }
    spec.commandLine().getOut().println("paused (" + stateDir.pause() + ")");
    return ExitCodes.OK;
  }
}
