package io.rltune.daemon.cli;

import io.rltune.daemon.service.JsonFiles;
import io.rltune.slurm.GeneratedJobs;
import io.rltune.slurm.ParseBench;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rltune bench parse}: reading jobs answers. */
@Command(
    name = "parse",
    mixinStandardHelpOptions = true,
    description = {
      "Reads generated jobs answers in the old (v0.0.38) and the new (v0.0.42) shape into jobs:",
      "time and memory allocated, median of several runs."
    })
final class BenchParseCommand implements Callable<Integer> {
  @Option(
      names = "--jobs",
      split = ",",
      defaultValue = "10000,50000",
      paramLabel = "N",
      description = "Sizes of the answers (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Option(
      names = "--runs",
      defaultValue = "5",
      paramLabel = "N",
      description = "Measured runs each (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (runs < 1 || sizes.stream().anyMatch(size -> size < 1 || size > 10_000_000)) {
      throw new ParameterException(
          spec.commandLine(), "--jobs must be 1 to 10000000 and --runs at least 1");
    }
    PrintWriter out = spec.commandLine().getOut();
    List<ParseBench.Result> resultList = new ArrayList<>();
    if (!json) {
      out.printf(
          "%5s %8s %10s %10s %9s %9s %13s%n",
          "shape", "jobs", "answer MB", "median ms", "best ms", "CPU ms", "allocated MB");
    }
    for (GeneratedJobs.Shape shape : GeneratedJobs.Shape.values()) {
      for (int size : sizes) {
        ParseBench.Result result = ParseBench.measure(shape, size, runs);
        resultList.add(result);
        if (!json) {
          out.printf(
              Locale.ROOT,
              "%5s %8d %10.1f %10.0f %9.0f %9.0f %13.1f%n",
              result.shape(),
              result.jobs(),
              result.answerMb(),
              result.medianMs(),
              result.bestMs(),
              result.cpuMs(),
              result.allocatedMb());
          out.flush();
        }
      }
    }
    if (json) {
      out.println(JsonFiles.MAPPER.writeValueAsString(resultList));
    }
    return ExitCodes.OK;
  }
}
