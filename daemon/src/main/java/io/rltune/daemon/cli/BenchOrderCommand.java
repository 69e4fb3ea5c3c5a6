package io.rltune.daemon.cli;

import io.rltune.daemon.bench.OrderBench;
import io.rltune.daemon.service.JsonFiles;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rltune bench order}: writes that keep the order on a day of a trace. */
@Command(
    name = "order",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Replays a day of a trace, and the day before it, on a simulated Slurm with the daemon in",
      "enforce mode, and counts the writes that keep the order, against rewriting every waiting job."
    })
final class BenchOrderCommand implements Callable<Integer> {
  @Mixin private TraceArguments arguments;

  @Option(
      names = "--day",
      paramLabel = "N",
      description = "Day of the trace, from 1 (default: the one with most jobs submitted).")
  private Integer day;

  @Option(
      names = "--cycle",
      defaultValue = "60",
      paramLabel = "SECONDS",
      description = "Simulated seconds between two cycles (default: ${DEFAULT-VALUE}).")
  private double cycleS;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    arguments.usage(
        cycleS >= 1 && cycleS <= 86_400, "--cycle " + cycleS + ": must be from 1 to 86400 s");
    TraceArguments.Loaded loaded = arguments.load(1);
    OrderBench bench = new OrderBench(loaded.cluster(), loaded.trace().jobs(), cycleS);
    int chosen = day == null ? arguments.named(bench::busiestDay) : day;
    OrderBench.Day jobs = arguments.named(() -> bench.day(chosen));
    OrderBench.Result result = bench.run(jobs);
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? JsonFiles.MAPPER.writeValueAsString(result) : result.text());
    out.flush();
    return ExitCodes.OK;
  }
}
