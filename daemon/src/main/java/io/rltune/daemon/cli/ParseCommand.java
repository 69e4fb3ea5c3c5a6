package io.rltune.daemon.cli;

import io.rltune.daemon.service.JsonFiles;
import io.rltune.slurm.ParseCommands;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rltune parse}: one string of Slurm's, as RLTune understands it. */
@Command(
    name = "parse",
    mixinStandardHelpOptions = true,
    description = "Parses one string of Slurm's and prints JSON; a malformed one is told why.")
final class ParseCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "KIND",
      description = "gres, tres, hostlist, time, memory or state.")
  private String kind;

  @Parameters(index = "1", paramLabel = "STRING", description = "The string.")
  private String text;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Object parsed = ParseCommands.parse(kind, text);
    spec.commandLine().getOut().println(JsonFiles.MAPPER.writeValueAsString(parsed));
    return ExitCodes.OK;
  }
}
