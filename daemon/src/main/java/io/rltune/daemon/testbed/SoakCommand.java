package io.rltune.daemon.testbed;

import io.rltune.daemon.service.DaemonLock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
  @Mixin private final LabOptions options = new LabOptions("/var/lib/rltune-testbed-soak", 16900);

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "30",
      description = "Length of arrivals and faults (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    // slurmctld forgets ended jobs after an hour, and they are counted in the end.
    if (!(minutes >= 1) || minutes > 40) {
      throw new ParameterException(
          spec.commandLine(), "--minutes " + minutes + " must be from 1 to 40");
    }
    if (!SoakDaemon.canMoveClocks()) {
      options.progress(
          "SKIPPED: clock jumps (no libfaketime; Debian: apt-get install libfaketime)");
    }
    FreshLab fresh = options.fresh();
    SoakReport report;
    try (DaemonLock held = fresh.lock()) {
      Lab lab = fresh.up();
      try {
        report = new SoakRun(lab, minutes, options.seed(), options::progress).run();
      } finally {
        fresh.down();
      }
      if (report.problems().isEmpty()) {
        fresh.wipe();
      } else {
        options.progress("the cluster's files and the daemon's log stay in " + options.directory());
      }
    }
    options.print(report, report::print);
    return report.problems().isEmpty() ? 0 : 1;
  }
}
