package io.rltune.sim.train;

import io.rltune.policy.ppo.PpoOptions;
import io.rltune.policy.ppo.RecordedChoices;
import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.trace.Trace;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.trace.TraceLoader;
import io.rltune.sim.trace.TraceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a training child is asked for: key and value after key and value, {@code --trace}, {@code
 * --format} and {@code --cluster} as often as there are traces, {@code --init} as often as there
 * are policies to start from the mean of.
 */
public record TrainingOptions(List<Source> sources, Map<String, String> values) {
  /** Options that take a value once. */
  public static final List<String> SINGLE =
      List.of(
          "--out",
          "--name",
          "--seed",
          "--iterations",
          "--minutes",
          "--set-aware",
          "--workloads",
          "--replicas",
          "--learning-rate",
          "--entropy",
          "--validate-every",
          "--lambda",
          "--sharpness",
          "--critic-first",
          "--decisions",
          "--generated",
          "--max-jobs",
          "--experience-dir",
          "--experience",
          "--experience-share",
          "--search",
          "--environment",
          "--head-noise",
          "--head-step");

  private static final String INIT = "--init";

  /** No path holds it. */
  private static final String BETWEEN_FILES = "\0";

  private static final int DEFAULT_ITERATIONS = 400;

  /** Values of {@code --search}. */
  public static final String SEARCH_ORDERS = "orders";

  public static final String SEARCH_HEAD = "head";
  public static final List<String> SEARCHES = List.of(SEARCH_ORDERS, SEARCH_HEAD);
  private static final double HEAD_NOISE = 0.3;
  private static final double HEAD_STEP = 0.1;
  private static final int VALIDATION_PLACES = 4;

  /** Of an update's decisions: replays, of which there are as many as one likes, say more. */
  private static final double EXPERIENCE_SHARE = 0.25;

  /** Many workloads, each as one pair: a run is one number, and says little. */
  private static final int SEARCH_WORKLOADS = 80;

  private static final int SEARCH_REPLICAS = 2;

  /** Between nearly equal orders a window's waits differ by a tenth from chance alone. */
  private static final int SEARCH_VALIDATION_PLACES = 24;

  /**
   * A trace on a cluster.
   *
   * @param trace trace file
   * @param format its format
   * @param cluster cluster file
   */
  public record Source(Path trace, TraceFormat format, Path cluster) {
    /** Loads the trace for the cluster; walltimes of the trace, modal ones where it has none. */
    public Loaded load(int maxJobs) throws IOException {
      ClusterSpec spec = ClusterFile.read(cluster);
      Trace loaded =
          TraceLoader.load(trace, format, TraceOptions.forCluster(spec).withMaxJobs(maxJobs));
      return new Loaded(format.label() + " on " + spec.name(), spec, loaded);
    }
  }

  /**
   * A loaded trace.
   *
   * @param label for reports
   * @param cluster the cluster
   * @param trace the trace
   */
  public record Loaded(String label, ClusterSpec cluster, Trace trace) {}

  public TrainingOptions {
    sources = List.copyOf(sources);
    values = Map.copyOf(values);
  }

  /**
   * Reads arguments.
   *
   * @throws IllegalArgumentException naming the argument that is unknown, missing or out of range
   */
  public static TrainingOptions parse(List<String> args) {
    Map<String, String> values = new HashMap<>();
    List<Source> sources = new ArrayList<>();
    Map<String, String> source = new HashMap<>();
    for (int i = 0; i + 1 < args.size(); i += 2) {
      String key = args.get(i);
      if (List.of("--trace", "--format", "--cluster").contains(key)) {
        source.put(key, args.get(i + 1));
        if (source.size() == 3) {
          sources.add(
              new Source(
                  Path.of(source.get("--trace")),
                  TraceFormat.of(source.get("--format")),
                  Path.of(source.get("--cluster"))));
          source.clear();
        }
      } else if (key.equals(INIT)) {
        values.merge(key, args.get(i + 1), (some, more) -> some + BETWEEN_FILES + more);
      } else if (SINGLE.contains(key)) {
        values.put(key, args.get(i + 1));
      } else {
        throw new IllegalArgumentException("unknown argument " + key);
      }
    }
    if (args.size() % 2 != 0) {
      throw new IllegalArgumentException(args.get(args.size() - 1) + " needs a value");
    }
    if (!source.isEmpty() || sources.isEmpty()) {
      throw new IllegalArgumentException("--trace, --format and --cluster go together");
    }
    return new TrainingOptions(sources, values);
  }

  /** The training as rl-policy wants it. */
  public PpoOptions ppo() {
    PpoOptions.Hyper base = PpoOptions.Hyper.DEFAULT;
    double minutes = decimal("--minutes", 7 * 24 * 60);
    int iterations = (int) decimal("--iterations", DEFAULT_ITERATIONS);
    return new PpoOptions(
        Path.of(values.get("--out")),
        values.getOrDefault("--name", "rltune-ppo"),
        init(),
        (long) decimal("--seed", 1),
        iterations,
        Duration.ofMillis((long) (60_000 * minutes)),
        Boolean.parseBoolean(values.getOrDefault("--set-aware", "false")),
        new PpoOptions.Hyper(
            (int) decimal("--workloads", searchesHead() ? SEARCH_WORKLOADS : base.workloads()),
            (int) decimal("--replicas", searchesHead() ? SEARCH_REPLICAS : base.replicas()),
            base.passes(),
            base.batch(),
            decimal("--learning-rate", base.learningRate()),
            base.criticLearningRate(),
            base.clipRatio(),
            decimal("--entropy", base.entropy()),
            base.targetDivergence(),
            base.discount(),
            decimal("--lambda", base.lambda()),
            (int) decimal("--validate-every", base.validateEvery()),
            base.patience(),
            decimal("--sharpness", base.sharpness()),
            (int) decimal("--critic-first", base.criticFirst()),
            (int) decimal("--decisions", base.decisions())),
        head());
  }

  /** Files to start from; none for the shipped policy. */
  private List<Path> init() {
    String files = values.get(INIT);
    return files == null
        ? List.of()
        : Arrays.stream(files.split(BETWEEN_FILES)).map(Path::of).toList();
  }

  /** What is explored: the order of each decision, or the weights of the last layer. */
  private boolean searchesHead() {
    String search = values.getOrDefault("--search", SEARCH_ORDERS);
    if (!SEARCHES.contains(search)) {
      throw new IllegalArgumentException(
          "--search " + search + " must be " + String.join(" or ", SEARCHES));
    }
    return search.equals(SEARCH_HEAD);
  }

  private Environment environment() {
    String name = values.get("--environment");
    Environment usual = searchesHead() ? Environment.LONG_EASY : Environment.EASY;
    return name == null
        ? usual
        : Environment.of(name, values.getOrDefault("--search", SEARCH_ORDERS));
  }

  private Optional<PpoOptions.HeadSearch> head() {
    return searchesHead()
        ? Optional.of(
            new PpoOptions.HeadSearch(
                decimal("--head-noise", HEAD_NOISE), decimal("--head-step", HEAD_STEP)))
        : Optional.empty();
  }

  /** Most jobs of each trace. */
  public int maxJobs() {
    return (int) decimal("--max-jobs", Integer.MAX_VALUE);
  }

  /** Directory through which workers elsewhere send their experience; empty without any. */
  public Optional<Path> experienceDirectory() {
    return Optional.ofNullable(values.get("--experience-dir")).map(Path::of);
  }

  /**
   * What a running daemon recorded, where it is named: from the part of the trace that is trained
   * on.
   *
   * @param log gets a line that says how much it is
   * @throws IllegalArgumentException where it does not go with the other options
   */
  RecordedChoices recorded(Consumer<String> log) throws IOException {
    String file = values.get("--experience");
    if (file == null) {
      return RecordedChoices.NONE;
    }
    if (sources.size() != 1 || init().size() != 1 || searchesHead()) {
      throw new IllegalArgumentException(
          "--experience goes with one trace, one --init and --search " + SEARCH_ORDERS);
    }
    Loaded loaded = sources.get(0).load(maxJobs());
    return RecordedExperience.load(
        Path.of(file),
        TraceSection.training(loaded.label(), loaded.cluster(), loaded.trace().jobs()),
        init().get(0),
        ppo().hyper(),
        decimal("--experience-share", EXPERIENCE_SHARE),
        log);
  }

  /** Loads the traces and makes the episodes. */
  public Curriculum curriculum() throws IOException {
    List<TraceSection> training = new ArrayList<>();
    List<TraceSection> validation = new ArrayList<>();
    for (Source source : sources) {
      Loaded loaded = source.load(maxJobs());
      training.add(TraceSection.training(loaded.label(), loaded.cluster(), loaded.trace().jobs()));
      validation.add(
          TraceSection.validation(loaded.label(), loaded.cluster(), loaded.trace().jobs()));
    }
    if (Boolean.parseBoolean(values.getOrDefault("--generated", "false"))) {
      training.addAll(GeneratedSections.training());
      validation.addAll(GeneratedSections.validation());
    }
    return new Curriculum(
        training,
        validation,
        RewardWeights.DEFAULT,
        environment(),
        searchesHead() ? SEARCH_VALIDATION_PLACES : VALIDATION_PLACES);
  }

  private double decimal(String key, double byDefault) {
    String text = values.get(key);
    if (text == null) {
      return byDefault;
    }
    try {
      double value = Double.parseDouble(text);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(key + " " + text + " is not a number of at least 0");
  }
}
