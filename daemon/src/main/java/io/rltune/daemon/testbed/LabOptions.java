package io.rltune.daemon.testbed;

import io.rltune.daemon.service.JsonFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What all commands of the testbed ask for: a cluster of their own, a seed, and how to answer. */
final class LabOptions {
  @Option(
      names = "--testbed",
      required = true,
      paramLabel = "DIR",
      description = "The directory docker-slurm-testbed.")
  private Path testbed;

  @Option(
      names = "--lab",
      paramLabel = "DIR",
      description = "Where the cluster lives (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--port-base",
      paramLabel = "N",
      description = "First TCP port of the cluster (default: ${DEFAULT-VALUE}).")
  private int portBase;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the workload (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec(Target.MIXEE)
  private CommandSpec command;

  /**
   * Options with these defaults, so that commands can run side by side.
   *
   * @param directory where the cluster lives
   * @param portBase first of its TCP ports
   */
  LabOptions(String directory, int portBase) {
    this.directory = Path.of(directory);
    this.portBase = portBase;
  }

  FreshLab fresh() {
    return new FreshLab(testbed.toAbsolutePath(), directory, portBase);
  }

  Path directory() {
    return directory;
  }

  long seed() {
    return seed;
  }

  /** A line on standard error. */
  void progress(String line) {
    PrintWriter err = command.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  /**
   * The answer on standard output.
   *
   * @param asJson what to print with {@code --json}
   * @param asText prints it for people
   */
  void print(Object asJson, Consumer<PrintWriter> asText) throws IOException {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(JsonFiles.MAPPER.writeValueAsString(asJson));
      out.flush();
    } else {
      asText.accept(out);
    }
  }
}
