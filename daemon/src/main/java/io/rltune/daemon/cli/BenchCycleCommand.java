package io.rltune.daemon.cli;

import io.rltune.daemon.bench.CycleBench;
import io.rltune.daemon.bench.LongQueueServer;
import io.rltune.daemon.service.JsonFiles;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code rltune bench cycle}: the daemon as a process, against a simulated slurmrestd in another.
 */
@Command(
    name = "cycle",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the daemon in shadow mode against a simulated slurmrestd in another process: wall time",
      "of the whole cycle, from the first byte over HTTP to the plan, and the daemon's memory."
    })
final class BenchCycleCommand implements Callable<Integer> {
  @Option(
      names = "--pending",
      defaultValue = "10000",
      paramLabel = "N",
      description = "Pending jobs (default: ${DEFAULT-VALUE}).")
  private int pending;

  @Option(
      names = "--nodes",
      defaultValue = "1000",
      paramLabel = "N",
      description = "Nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--cycles",
      defaultValue = "20",
      paramLabel = "N",
      description = "Measured cycles, after five to warm up (default: ${DEFAULT-VALUE}).")
  private int cycles;

  @Option(
      names = "--profile",
      defaultValue = "",
      paramLabel = "FILE.jfr",
      description = "Also records the daemon with Java Flight Recorder.")
  private String profile;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--serve", hidden = true, description = "Be the simulated slurmrestd.")
  private boolean serve;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (pending < 1 || pending > 200_000 || nodes < 10 || nodes > 20_000 || cycles < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--pending %d must be 1 to 200000, --nodes %d 10 to 20000, --cycles %d at least 1"
              .formatted(pending, nodes, cycles));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (serve) {
      LongQueueServer.serve(nodes, pending, System.in, out);
      return ExitCodes.OK;
    }
    CycleBench.Result result = new CycleBench(nodes, pending, cycles, profile).run();
    out.println(json ? JsonFiles.MAPPER.writeValueAsString(result) : result.text());
    out.flush();
    return ExitCodes.OK;
  }
}
