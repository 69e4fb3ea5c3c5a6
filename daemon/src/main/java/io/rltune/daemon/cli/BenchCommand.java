package io.rltune.daemon.cli;

import io.rltune.sim.bench.SimulatorBench;
import io.rltune.solver.SolverBench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code rltune bench}: measurements that anyone can repeat; one subcommand a part. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      BenchCommand.Solver.class,
      BenchCommand.Simulator.class,
      BenchCommand.Writes.class,
      BenchOrderCommand.class,
      BenchParseCommand.class,
      BenchCycleCommand.class,
      BenchSiteCommand.class,
      BenchTestbedCommand.class
    },
    description = "Measures a part of RLTune on this machine.")
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), "which part? one of " + spec.subcommands().keySet());
  }

  /** {@code rltune bench solver}. */
  @Command(
      name = "solver",
      mixinStandardHelpOptions = true,
      description = "Solves placement problems of several sizes; arguments go to the benchmark.")
  static final class Solver implements Callable<Integer> {
    @Unmatched private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
      SolverBench.main(arguments.toArray(String[]::new));
      return ExitCodes.OK;
    }
  }

  /** {@code rltune bench simulator}. */
  @Command(
      name = "simulator",
      mixinStandardHelpOptions = true,
      description = "Measures the discrete-event engine; arguments go to the benchmark.")
  static final class Simulator implements Callable<Integer> {
    @Unmatched private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
      SimulatorBench.main(arguments.toArray(String[]::new));
      return ExitCodes.OK;
    }
  }

  /** {@code rltune bench writes}. */
  @Command(
      name = "writes",
      mixinStandardHelpOptions = true,
      description = {
        "Updates a second by transport on pending jobs; their nice values move by one and are given",
        "back."
      })
  static final class Writes implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "Configuration of the cluster.")
    private Path file;

    @Parameters(
        index = "1..*",
        arity = "1..*",
        split = ",",
        paramLabel = "JOBID",
        description = "Pending jobs.")
    private List<Long> jobIds;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
      new WritesBench(spec.commandLine().getOut()).run(file, jobIds);
      spec.commandLine().getOut().flush();
      return ExitCodes.OK;
    }
  }
}
