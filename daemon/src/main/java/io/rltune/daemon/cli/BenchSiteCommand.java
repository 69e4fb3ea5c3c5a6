package io.rltune.daemon.cli;

import io.rltune.daemon.bench.GeneratedTrace;
import io.rltune.daemon.bench.RecordedSite;
import io.rltune.daemon.service.StateDir;
import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.train.TraceSection;
import io.rltune.sim.train.TrainingOptions;
import io.rltune.sim.train.Workload;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rltune bench site}: a simulated site's recorded weeks, for {@code rltune tune}. */
@Command(
    name = "site",
    mixinStandardHelpOptions = true,
    description = {
      "Replays the first jobs of a trace under rltune-greedy and leaves what a daemon in enforce mode",
      "with tune.record leaves: history.db, experience.db, the last cycle, and a configuration",
      "(site.yaml) for rltune tune."
    })
final class BenchSiteCommand implements Callable<Integer> {
  @Option(
      names = "--trace",
      paramLabel = "F",
      description = "Trace file (default: generated bursts, left in DIR/trace.txt).")
  private Path trace;

  @Option(
      names = "--format",
      paramLabel = "X",
      defaultValue = "sacct",
      description = "Its format (default: ${DEFAULT-VALUE}).")
  private String format;

  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "C.yaml",
      description = "Cluster file.")
  private Path cluster;

  @Option(
      names = "--jobs",
      defaultValue = "12000",
      paramLabel = "N",
      description = "Jobs from the first on (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--load",
      defaultValue = "0",
      paramLabel = "L",
      description =
          "Load that arrivals of a trace are scaled to, 0 leaves them, or that of generated ones, 0 is 1 (default:"
              + " ${DEFAULT-VALUE}).")
  private double load;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "State directory to make.")
  private Path out;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (jobs < 64 || load < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--jobs %d must be at least 64, --load %s not negative".formatted(jobs, load));
    }
    PrintWriter output = spec.commandLine().getOut();
    StateDir stateDir = StateDir.create(out.toAbsolutePath());
    if (trace == null) {
      trace = out.resolve("trace.txt");
      GeneratedTrace.write(trace, ClusterFile.read(cluster), jobs, load == 0 ? 1 : load);
    }
    TrainingOptions.Loaded loaded =
        new TrainingOptions.Source(trace, TraceFormat.of(format), cluster).load(jobs);
    int count = loaded.trace().jobs().size();
    Workload workload =
        new TraceSection(loaded.label(), loaded.cluster(), loaded.trace().jobs(), 0, count)
            .cut(0, count, load, 0);
    Files.writeString(out.resolve("site.yaml"), RecordedSite.yaml(stateDir.path()));
    long cycles =
        new RecordedSite(stateDir)
            .run(
                workload,
                (done, all, simulatedS) -> {
                  output.println("%d of %d jobs done".formatted(done, all));
                  output.flush();
                });
    output.println("%d jobs, load %.2f, %d cycles".formatted(count, workload.load(), cycles));
    output.flush();
    return ExitCodes.OK;
  }
}
