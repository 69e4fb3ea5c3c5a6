package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigLoader;
import io.rltune.daemon.service.Wiring;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rltune check-config}: every problem of a file at once. */
@Command(
    name = "check-config",
    mixinStandardHelpOptions = true,
    description = "Checks a configuration file; names file, line, key and value of each problem.")
final class CheckConfigCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Configuration file.")
  private Path file;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Config config = ConfigLoader.load(file);
    Wiring.slurm(config);
    Wiring.planner(config);
    spec.commandLine().getOut().println(file + ": ok");
    return ExitCodes.OK;
  }
}
