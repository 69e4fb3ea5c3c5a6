package io.rltune.daemon.cli;

import io.rltune.policy.train.TrainerLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rltune train}: trains a policy with Deeplearning4j in a child JVM. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Trains the scoring network by imitating a heuristic (smallest requested GPU-time first, with ageing).",
      "The same seed gives the same weights."
    })
final class TrainCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      required = true,
      paramLabel = "POLICY.zip",
      description = "File to write.")
  private Path out;

  @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Gradient steps (default: the trainer's own).")
  private Integer steps;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("--out", out.toString(), "--seed", Long.toString(seed)));
    if (steps != null) {
      arguments.addAll(List.of("--steps", steps.toString()));
    }
    Path directory = Files.createTempDirectory("rltune-train");
    TrainerLauncher.withDefaults(directory)
        .imitate(arguments, line -> spec.commandLine().getOut().println(line));
    return ExitCodes.OK;
  }
}
