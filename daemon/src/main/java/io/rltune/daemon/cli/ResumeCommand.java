package io.rltune.daemon.cli;

import io.rltune.daemon.service.StateDir;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rltune resume}: lets the daemon write again. */
@Command(name = "resume", mixinStandardHelpOptions = true, description = "Ends a pause.")
final class ResumeCommand implements Callable<Integer> {
  @Mixin private ConfigOption configOption;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    StateDir stateDir = configOption.stateDir();
    boolean was = Files.deleteIfExists(stateDir.pause());
    spec.commandLine().getOut().println(was ? "resumed" : "was not paused");
    return ExitCodes.OK;
  }
}
