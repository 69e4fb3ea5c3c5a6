package io.rltune.daemon.cli;

import io.rltune.daemon.config.ConfigException;
import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.trace.Shards;
import io.rltune.sim.trace.Trace;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.trace.TraceLoader;
import io.rltune.sim.trace.TraceOptions;
import io.rltune.sim.walltime.WalltimeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name a trace and the cluster it is replayed on. */
final class TraceArguments {
  @Option(
      names = "--trace",
      required = true,
      paramLabel = "F",
      description = "Trace file, plain or gzipped.")
  private Path trace;

  @Option(
      names = "--format",
      required = true,
      paramLabel = "X",
      description =
          "Its format: philly, helios, helios-users, pai, openb, rfold, rltune19, swf, sacct.")
  private String format;

  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "C.yaml",
      description = "Cluster file; see conf/clusters.")
  private Path cluster;

  @Option(
      names = "--walltime",
      paramLabel = "M",
      description = {
        "Requested walltimes: oracle (the true runtime), modal (popular values, as users choose them)"
            + " or none (the partition's limit).",
        "Default: the trace's own, modal where it has none. modal and none leave the trace's own alone."
      })
  private String walltime;

  @Option(
      names = "--max-jobs",
      paramLabel = "N",
      description = "Only the first N jobs that the cluster can run.")
  private Integer maxJobs;

  @Option(
      names = "--scale-arrivals",
      paramLabel = "X",
      defaultValue = "1",
      description = "Let jobs come X times as fast (default: ${DEFAULT-VALUE}).")
  private double scaleArrivals;

  @Option(
      names = "--max-bad-lines",
      paramLabel = "N",
      defaultValue = "100",
      description = "Damaged lines to skip before giving up (default: ${DEFAULT-VALUE}).")
  private int maxBadLines;

  @Option(
      names = "--shards",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Count GPUs in shards of 1/N for traces with fractions of a GPU (default: whole GPUs).")
  private int shards;

  @Option(
      names = "--swf-processors",
      paramLabel = "U",
      description =
          "What SWF's processors are: gpus or cpus (default: gpus on a cluster with GPUs).")
  private String swfProcessors;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** A trace and the cluster it was fitted to, in shards where that was asked. */
  record Loaded(Trace trace, ClusterSpec cluster) {}

  /**
   * Checks the options and reads both files.
   *
   * @param seed seed of the walltime model
   * @throws ParameterException for options that cannot be
   * @throws ConfigException where the cluster file cannot be used
   * @throws IOException where the trace cannot be used
   */
  Loaded load(long seed) throws ConfigException, IOException {
    TraceFormat traceFormat = named(() -> TraceFormat.of(format));
    Optional<WalltimeModel> model =
        Optional.ofNullable(walltime).map(name -> named(() -> WalltimeModel.of(name)));
    usage(maxJobs == null || maxJobs > 0, "--max-jobs " + maxJobs + ": must be positive");
    usage(
        scaleArrivals > 0 && Double.isFinite(scaleArrivals),
        "--scale-arrivals " + scaleArrivals + ": must be positive");
    usage(maxBadLines >= 0, "--max-bad-lines " + maxBadLines + ": must not be negative");
    usage(shards >= 1 && shards <= 1000, "--shards " + shards + ": must be from 1 to 1000");
    usage(
        swfProcessors == null || swfProcessors.equals("gpus") || swfProcessors.equals("cpus"),
        "--swf-processors " + swfProcessors + ": must be gpus or cpus");
    if (!Files.exists(trace)) {
      throw new NoSuchFileException(trace.toString());
    }
    ClusterSpec spec = Shards.of(readCluster(), shards);
    TraceOptions options =
        new TraceOptions(
            spec,
            model,
            seed,
            maxJobs == null ? Integer.MAX_VALUE : maxJobs,
            scaleArrivals,
            maxBadLines,
            shards,
            Optional.ofNullable(swfProcessors).map("gpus"::equals));
    return new Loaded(TraceLoader.load(trace, traceFormat, options), spec);
  }

  private ClusterSpec readCluster() throws ConfigException, IOException {
    try {
      return ClusterFile.read(cluster);
    } catch (NoSuchFileException e) {
      throw new ConfigException(List.of("cluster file " + cluster + ": no such file"));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(List.of(e.getMessage()));
    }
  }

  /** A wrong name on the command line is wrong usage, not a failure. */
  <T> T named(Supplier<T> lookup) {
    try {
      return lookup.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  void usage(boolean ok, String problem) {
    if (!ok) {
      throw new ParameterException(command.commandLine(), problem);
    }
  }
}
