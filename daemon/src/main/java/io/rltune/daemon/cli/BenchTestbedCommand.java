package io.rltune.daemon.cli;

import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.testbed.SimulatedAb;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rltune bench testbed}: the A/B of the testbed on many seeds, simulated. */
@Command(
    name = "testbed",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the workloads of docker-slurm-testbed/ab in the simulator, set up as the",
      "testbed, and prints each policy's figures over those of the first: geometric",
      "means over the seeds, and the standard errors of their logarithms."
    })
final class BenchTestbedCommand implements Callable<Integer> {
  @Option(
      names = "--seeds",
      defaultValue = "24",
      paramLabel = "N",
      description = "Number of seeds (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "The first of them (default: ${DEFAULT-VALUE}).")
  private long firstSeed;

  @Option(
      names = "--jobs",
      defaultValue = "480",
      paramLabel = "N",
      description = "Jobs of a workload (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--minutes",
      defaultValue = "15",
      paramLabel = "M",
      description = "Length of the arrival window (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--cycle",
      defaultValue = "1",
      paramLabel = "SECONDS",
      description = "Simulated seconds between two cycles (default: ${DEFAULT-VALUE}).")
  private double cycleS;

  @Option(
      names = "--policy",
      split = ",",
      defaultValue = "multifactor-easy,sjf-easy,sept-oracle-easy,sept-oracle-greedy,rltune-greedy",
      paramLabel = "NAME",
      description = "Policies, the baseline first (default: ${DEFAULT-VALUE}).")
  private List<String> policies;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (seeds < 1) {
      throw new ParameterException(spec.commandLine(), "--seeds " + seeds + ": must be at least 1");
    }
    PrintWriter err = spec.commandLine().getErr();
    SimulatedAb.Result result;
    try {
      result =
          new SimulatedAb(jobs, 60 * minutes, cycleS, policies)
              .run(firstSeed, seeds, line -> err.println(line));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? JsonFiles.MAPPER.writeValueAsString(result) : result.text());
    out.flush();
    return ExitCodes.OK;
  }
}
