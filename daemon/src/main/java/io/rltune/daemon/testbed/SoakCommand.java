package io.rltune.daemon.testbed;

import io.rltune.daemon.service.DaemonLock;
import io.rltune.daemon.service.JsonFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rltune testbed-soak}, called by {@code docker-slurm-testbed/soak}. */
@Command(
    name = "testbed-soak",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Arrivals on the testbed's real Slurm under faults: slurmctld restarts, slurmrestd kills,",
      "node failures, token expiry, clock jumps, a full disk, and kill -9 of the daemon every two",
      "minutes. In the end every job, lease and site factor is accounted for."
    })
public final class SoakCommand implements Callable<Integer> {
  @Option(
      names = "--testbed",
      required = true,
      paramLabel = "DIR",
      description = "The directory docker-slurm-testbed.")
  private Path testbed;

  @Option(
      names = "--lab",
      paramLabel = "DIR",
      defaultValue = "/var/lib/rltune-testbed-soak",
      description = "Where the cluster lives (default: ${DEFAULT-VALUE}).")
  private Path labDirectory;

  @Option(
      names = "--port-base",
      paramLabel = "N",
      defaultValue = "16900",
      description = "First TCP port of the cluster (default: ${DEFAULT-VALUE}).")
  private int portBase;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "30",
      description = "Length of arrivals and faults (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of workload and faults (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    // slurmctld forgets ended jobs after an hour, and they are counted in the end.
    if (!(minutes >= 1) || minutes > 40) {
      throw new ParameterException(
          spec.commandLine(), "--minutes " + minutes + " must be from 1 to 40");
    }
    if (!SoakDaemon.canMoveClocks()) {
      progress("SKIPPED: clock jumps (no libfaketime; Debian: apt-get install libfaketime)");
    }
    FreshLab fresh = new FreshLab(testbed.toAbsolutePath(), labDirectory, portBase);
    SoakReport report;
    try (DaemonLock held = fresh.lock()) {
      Lab lab = fresh.up();
      try {
        report = new SoakRun(lab, minutes, seed, this::progress).run();
      } finally {
        fresh.down();
      }
      if (report.problems().isEmpty()) {
        fresh.wipe();
      } else {
        progress("the cluster's files and the daemon's log stay in " + labDirectory);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonFiles.MAPPER.writeValueAsString(report));
      out.flush();
    } else {
      report.print(out);
    }
    return report.problems().isEmpty() ? 0 : 1;
  }

  private void progress(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
