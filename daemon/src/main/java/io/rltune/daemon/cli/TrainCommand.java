package io.rltune.daemon.cli;

import io.rltune.daemon.service.OutputFiles;
import io.rltune.daemon.service.WorkDirectory;
import io.rltune.daemon.training.SlurmWorkers;
import io.rltune.policy.train.TrainerLauncher;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.train.Environment;
import io.rltune.sim.train.PpoTraining;
import io.rltune.sim.train.TrainingOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rltune train}: trains a policy with Deeplearning4j in a child JVM. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Trains a policy on traces by proximal policy optimisation (PPO), from the shipped policy or --init.",
      "The first seven tenths of each trace are trained on, the next tenth decides which policy is kept, the last fifth is"
          + " left for rltune evaluate.",
      "Killed, it goes on where it stopped when it is called again with the same options.",
      "With --epochs, the same options give the same file, byte for byte.",
      "Without --trace it imitates a heuristic on made-up queues."
    })
final class TrainCommand implements Callable<Integer> {
  private static final int HEAP_MB = 1_500;
  private static final int MOST_WORKERS = 1_000;
  private static final double MINUTES_TO_LOAD_AND_SAVE = 15;

  @Option(
      names = "--trace",
      paramLabel = "F",
      description = "Trace to train on; give --trace, --format and --cluster once per trace.")
  private List<Path> traces = List.of();

  @Option(names = "--format", paramLabel = "X", description = "Its format, as rltune simulate.")
  private List<String> formats = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "C.yaml",
      description = "Cluster file; one for all traces, or one per trace.")
  private List<Path> clusters = List.of();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "POLICY.zip",
      description = "File to write.")
  private Path out;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "Time to train for (default: 30, or none with --epochs).")
  private Double minutes;

  @Option(
      names = "--epochs",
      paramLabel = "E",
      description =
          "Iterations of PPO to train for, each of 24 episodes, or 160 with --search head; 0 writes the mean of the --init.")
  private Integer epochs;

  @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--init",
      paramLabel = "POLICY.zip",
      description =
          "Policy to start from; repeated, the mean of several that were trained from one start with different seeds.")
  private List<Path> init = List.of();

  @Option(names = "--name", description = "Name of the policy, for logs and reports.")
  private String name;

  @Option(
      names = "--set-aware",
      description = "Let the network also see the mean of the queue's features.")
  private boolean setAware;

  @Option(
      names = "--generated",
      description =
          "Also train on generated bursts on a large and two small clusters of several GPU types, which the public traces lack.")
  private boolean generated;

  @Option(
      names = "--search",
      paramLabel = "S",
      defaultValue = TrainingOptions.SEARCH_ORDERS,
      description = {
        "orders: every order is drawn by chance and every weight learns, one choice of jobs at a time;",
        "head: the last layer's weights are moved once an episode, and they alone learn (default: ${DEFAULT-VALUE})."
      })
  private String search;

  @Option(
      names = "--environment",
      paramLabel = "E",
      description = {
        "What carries out the orders: easy (EASY backfill; default), long-easy (the same on longer workloads; default"
            + " of --search head), or, with --search head alone, planner (the daemon's planner on Slurm's schedulers,"
            + " at ten times the time)."
      })
  private String environment;

  @Option(
      names = "--max-jobs",
      paramLabel = "N",
      description = "Only the first N jobs of each trace.")
  private Integer maxJobs;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Without --trace: gradient steps (default: the trainer's own).")
  private Integer steps;

  @Option(
      names = "--slurm",
      description = {
        "Run the episodes in a Slurm job array that this command submits and, at its end, cancels. A worker that is"
            + " killed costs the episodes it was running."
      })
  private boolean slurm;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "With --slurm: tasks of the array, each of one CPU (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--shared-dir",
      paramLabel = "DIR",
      description =
          "With --slurm: a directory to make that the nodes see too (default: POLICY.zip.workers).")
  private Path sharedDirectory;

  @Option(
      names = "--slurm-options",
      paramLabel = "OPTIONS",
      defaultValue = "",
      description =
          "With --slurm: further options of sbatch, such as \"--partition=cpu --account=ml\".")
  private String slurmOptions;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (epochs != null && epochs < 0) {
      throw new ParameterException(
          spec.commandLine(), "--epochs " + epochs + ": must not be negative");
    }
    if (minutes != null && minutes <= 0) {
      throw new ParameterException(
          spec.commandLine(), "--minutes " + minutes + ": must be positive");
    }
    if (slurm && traces.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--slurm needs a --trace");
    }
    if (slurm && (workers < 1 || workers > MOST_WORKERS)) {
      throw new ParameterException(
          spec.commandLine(), "--workers " + workers + " is not 1 to " + MOST_WORKERS);
    }
    OutputFiles.checkReplaceable(spec, out);
    try (WorkDirectory directory = WorkDirectory.create("rltune-train")) {
      train(TrainerLauncher.withDefaults(directory.path()));
    }
    return ExitCodes.OK;
  }

  private void train(TrainerLauncher launcher) throws IOException, InterruptedException {
    if (traces.isEmpty()) {
      launcher.imitate(imitation(), this::print);
      return;
    }
    double most = minutes != null ? minutes : epochs != null ? 7 * 24 * 60 : 30;
    Duration limit = Duration.ofSeconds((long) (60 * (most + MINUTES_TO_LOAD_AND_SAVE)));
    TrainerLauncher ppo =
        new TrainerLauncher(launcher.classPath(), launcher.directory(), HEAP_MB, limit);
    if (slurm) {
      trainOnSlurm(ppo, ppo(most));
    } else {
      ppo.run(PpoTraining.class.getName(), ppo(most), this::print);
    }
  }

  private void trainOnSlurm(TrainerLauncher launcher, List<String> arguments)
      throws IOException, InterruptedException {
    Path shared =
        sharedDirectory != null
            ? sharedDirectory
            : out.toAbsolutePath().resolveSibling(out.getFileName() + ".workers");
    long most = minutes == null ? 0 : (long) (minutes + 2 * MINUTES_TO_LOAD_AND_SAVE);
    List<String> options =
        slurmOptions.isBlank() ? List.of() : List.of(slurmOptions.strip().split("\\s+"));
    SlurmWorkers.Request request = new SlurmWorkers.Request(shared, workers, most, options);
    try (SlurmWorkers array = SlurmWorkers.start(request, arguments, this::print)) {
      List<String> all = new ArrayList<>(arguments);
      all.addAll(List.of("--experience-dir", array.directory().toString()));
      try {
        launcher.run(PpoTraining.class.getName(), all, this::print);
      } catch (IOException e) {
        array.keepLogs();
        throw e;
      }
    }
  }

  private List<String> imitation() {
    if (minutes != null || epochs != null) {
      throw new ParameterException(spec.commandLine(), "--minutes and --epochs need a --trace");
    }
    if (init.size() > 1) {
      throw new ParameterException(spec.commandLine(), "several --init need a --trace");
    }
    List<String> arguments =
        new ArrayList<>(List.of("--out", out.toString(), "--seed", Long.toString(seed)));
    put(arguments, "--steps", steps);
    putInit(arguments);
    put(arguments, "--name", name);
    return arguments;
  }

  private List<String> ppo(double most) throws NoSuchFileException {
    if (!TrainingOptions.SEARCHES.contains(search)) {
      throw new ParameterException(
          spec.commandLine(),
          "--search " + search + ": must be " + String.join(" or ", TrainingOptions.SEARCHES));
    }
    if (environment != null) {
      checkEnvironment();
    }
    List<String> arguments = new ArrayList<>(sources());
    arguments.addAll(List.of("--out", out.toString(), "--seed", Long.toString(seed)));
    arguments.addAll(List.of("--minutes", Double.toString(most)));
    put(arguments, "--iterations", epochs == null ? Integer.valueOf(100_000) : epochs);
    putInit(arguments);
    put(arguments, "--name", name);
    put(arguments, "--max-jobs", maxJobs);
    put(arguments, "--set-aware", setAware);
    put(arguments, "--search", search);
    put(arguments, "--environment", environment);
    put(arguments, "--generated", generated);
    return arguments;
  }

  private List<String> sources() throws NoSuchFileException {
    return sources(spec, traces, formats, clusters);
  }

  /** Traces with their formats and clusters, as arguments of the child; checked. */
  static List<String> sources(
      CommandSpec spec, List<Path> traces, List<String> formats, List<Path> clusters)
      throws NoSuchFileException {
    if (formats.size() != traces.size()) {
      throw new ParameterException(
          spec.commandLine(),
          traces.size() + " --trace but " + formats.size() + " --format: give one for each");
    }
    if (clusters.size() != 1 && clusters.size() != traces.size()) {
      throw new ParameterException(
          spec.commandLine(),
          traces.size() + " --trace but " + clusters.size() + " --cluster: give one, or one each");
    }
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < traces.size(); i++) {
      try {
        TraceFormat.of(formats.get(i));
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), e.getMessage(), e);
      }
      Path cluster = clusters.get(clusters.size() == 1 ? 0 : i);
      for (Path file : List.of(traces.get(i), cluster)) {
        if (!Files.exists(file)) {
          throw new NoSuchFileException(file.toString());
        }
      }
      arguments.addAll(List.of("--trace", traces.get(i).toString()));
      arguments.addAll(List.of("--format", formats.get(i), "--cluster", cluster.toString()));
    }
    return arguments;
  }

  private void print(String line) {
    // Deeplearning4j's logger says that it has nothing to log to.
    if (!line.startsWith("SLF4J")) {
      spec.commandLine().getOut().println(line);
      spec.commandLine().getOut().flush();
    }
  }

  private void checkEnvironment() {
    try {
      Environment.of(environment, search);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void putInit(List<String> arguments) {
    init.forEach(file -> put(arguments, "--init", file));
  }

  private static void put(List<String> arguments, String key, Object value) {
    if (value != null) {
      arguments.addAll(List.of(key, value.toString()));
    }
  }
}
