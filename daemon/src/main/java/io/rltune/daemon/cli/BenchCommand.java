package io.rltune.daemon.cli;

import io.rltune.sim.bench.SimulatorBench;
import io.rltune.solver.SolverBench;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rltune bench}: measurements that anyone can repeat. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Measures a part of RLTune on this machine: solver, simulator.")
final class BenchCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "PART", description = "solver or simulator")
  private String part;

  @Parameters(index = "1..*", paramLabel = "ARGS", description = "Arguments of the benchmark.")
  private List<String> arguments = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    String[] args = arguments.toArray(String[]::new);
    switch (part) {
      case "solver" -> SolverBench.main(args);
      case "simulator" -> SimulatorBench.main(args);
      default ->
          throw new ParameterException(
              spec.commandLine(), "bench '" + part + "': must be solver or simulator");
    }
    return ExitCodes.OK;
  }
}
