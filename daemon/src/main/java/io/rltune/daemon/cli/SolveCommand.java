package io.rltune.daemon.cli;

import io.rltune.model.CleanText;
import io.rltune.solver.InstanceReader;
import io.rltune.solver.InstanceRemarks;
import io.rltune.solver.PlacementInstance;
import io.rltune.solver.PlacementResult;
import io.rltune.solver.PlacementSolvers;
import io.rltune.solver.ResultWriter;
import io.rltune.solver.SolveLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rltune solve}: one placement problem. */
@Command(
    name = "solve",
    mixinStandardHelpOptions = true,
    description = "Solves one placement problem and prints the answer as JSON.")
final class SolveCommand implements Callable<Integer> {
  private static final int MOST_REMARKS = 20;
  private static final int MOST_CHARACTERS = 400;

  @Parameters(paramLabel = "INSTANCE", description = "Problem as JSON (docs/solver.md).")
  private Path file;

  @Option(
      names = "--backend",
      defaultValue = "scip",
      description = "scip or greedy (default: ${DEFAULT-VALUE}).")
  private String backend;

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "Longest solve (default: ${DEFAULT-VALUE}).")
  private double timeLimitS;

  @Option(
      names = "--gap",
      defaultValue = "0.0001",
      description = "Relative gap that is good enough (default: ${DEFAULT-VALUE}).")
  private double gap;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (!backend.equals("scip") && !backend.equals("greedy")) {
      throw usage("--backend '" + backend + "': must be scip or greedy");
    }
    if (!(timeLimitS > 0) || !(gap >= 0)) {
      throw usage("--time-limit " + timeLimitS + " --gap " + gap + ": must be > 0 and >= 0");
    }
    PlacementInstance instance = InstanceReader.read(file);
    InstanceRemarks.of(instance).stream().limit(MOST_REMARKS).forEach(this::warn);
    PlacementResult result =
        PlacementSolvers.create(backend)
            .solve(
                instance, List.of(), new SolveLimits(Math.max(1, (long) (timeLimitS * 1000)), gap));
    spec.commandLine().getOut().println(ResultWriter.write(result));
    if (!result.note().isEmpty()) {
      warn(result.note());
    }
    return ExitCodes.OK;
  }

  private void warn(String message) {
    spec.commandLine().getErr().println("rltune: " + CleanText.line(message, MOST_CHARACTERS));
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
