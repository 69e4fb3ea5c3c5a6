package io.rltune.daemon.cli;

import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.testbed.AbCommand;
import io.rltune.daemon.testbed.FidelityCommand;
import io.rltune.daemon.testbed.SoakCommand;
import io.rltune.daemon.text.CleanWriter;
import io.rltune.daemon.text.LineLead;
import io.rltune.slurm.SlurmException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command {@code rltune}. */
@Command(
    name = "rltune",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Starts jobs sooner on a Slurm cluster with heterogeneous GPUs.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      DaemonCommand.class,
      PlanCommand.class,
      CheckConfigCommand.class,
      ConnectCheckCommand.class,
      ShowConfCommand.class,
      StatusCommand.class,
      ExplainCommand.class,
      ReportCommand.class,
      PauseCommand.class,
      ResumeCommand.class,
      RevertCommand.class,
      SnapshotCommand.class,
      ReplayCommand.class,
      InspectCommand.class,
      ParseCommand.class,
      SolveCommand.class,
      SimulateCommand.class,
      TrainCommand.class,
      TuneCommand.class,
      EvaluateCommand.class,
      BenchCommand.class,
      AbCommand.class,
      FidelityCommand.class,
      SoakCommand.class,
      HelpCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0: ok",
      "1: failed",
      "2: wrong usage",
      "69: Slurm controller unreachable",
      "77: permission or token refused",
      "78: configuration"
    })
public final class Main implements Runnable {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec;

  private Main() {}

  public static void main(String[] args) {
    // Only the service logs its work; for every other command the output is the answer.
    if (args.length == 0 || !args[0].equals("daemon")) {
      System.setProperty("rltune.log", System.getProperty("rltune.log", "WARN"));
    }
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Main());
    // What is printed may hold names that strangers chose; colours would need escapes of our own.
    commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    commandLine.setOut(CleanWriter.of(System.out));
    commandLine.setErr(CleanWriter.of(System.err));
    commandLine.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          PrintWriter err = command.getErr();
          for (String line : message(failure).split("\\R")) {
            err.println(LineLead.ofFailure() + "rltune: " + line);
          }
          if (System.getenv("RLTUNE_DEBUG") != null) {
            failure.printStackTrace(err);
          }
          err.flush();
          return ExitCodes.of(failure);
        });
    return commandLine;
  }

  private static String message(Exception failure) {
    if (failure instanceof NoSuchFileException) {
      return failure.getMessage() + ": no such file";
    }
    if (failure instanceof ConfigException || failure instanceof SlurmException) {
      return failure.getMessage();
    }
    String text = failure.getMessage();
    return text == null || text.isBlank() ? failure.getClass().getSimpleName() : text;
  }

  /** Without a command: the help. */
  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "Missing command: try 'rltune demo' or 'rltune help'");
  }
}
