package io.rltune.daemon.demo;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.cycle.Cycle;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.cycle.Reverter;
import io.rltune.daemon.cycle.WritePacer;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.Ledger;
import io.rltune.daemon.service.Wiring;
import io.rltune.daemon.service.WorkDirectory;
import io.rltune.plan.Planner;
import io.rltune.policy.history.FinishedRun;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.demo.PlainPolicy;
import io.rltune.sim.demo.SimDriver;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.rest.SimulatedSlurmrestd;
import io.rltune.sim.workload.WorkloadJob;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import io.rltune.slurm.SlurmSettings;
import io.rltune.slurm.WriteTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * A workload on a simulated cluster with the daemon's own cycle in enforce mode, over HTTP against
 * the simulated slurmrestd. Simulated time moves between cycles, so the same workload gives the
 * same figures however fast the machine is.
 */
public final class SteeredRun {
  private static final String TOKEN = "demo-token";

  private final ClusterSpec cluster;
  private final List<WorkloadJob> jobs;
  private final double stepS;
  private final double horizonS;

  /**
   * A run.
   *
   * @param stepS simulated seconds between two cycles, positive
   * @param horizonS simulated second at which it ends though jobs may be left
   */
  public SteeredRun(ClusterSpec cluster, List<WorkloadJob> jobs, double stepS, double horizonS) {
    this.cluster = cluster;
    this.jobs = List.copyOf(jobs);
    this.stepS = stepS;
    this.horizonS = horizonS;
  }

  /**
   * What came of it.
   *
   * @param leases node lists that were set
   */
  public record Result(SimDriver.Outcome outcome, long cycles, long writes, long leases) {}

  /** Follows the run. */
  public interface Watcher {
    /**
     * Called after each cycle.
     *
     * @param simulatedS simulated seconds since the start
     * @param jobsDone jobs that have ended
     */
    void afterCycle(double simulatedS, int jobsDone, CycleReport report);
  }

  /**
   * Runs it.
   *
   * @param runsBefore runs that were seen before the start, by the instant of the start
   */
  public Result run(Function<Instant, List<FinishedRun>> runsBefore, Watcher watcher)
      throws IOException, ConfigException, SlurmException {
    try (WorkDirectory directory = WorkDirectory.create("rltune-demo")) {
      return run(runsBefore, watcher, directory.path());
    }
  }

  private Result run(
      Function<Instant, List<FinishedRun>> runsBefore, Watcher watcher, Path directory)
      throws IOException, ConfigException, SlurmException {
    ClusterSim sim = new ClusterSim(cluster, PlainPolicy.MULTIFACTOR_EASY.params());
    Path token = directory.resolve("token");
    Files.createFile(
        token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, TOKEN);
    Config config = DemoConfig.load();
    try (SimulatedSlurmrestd slurmrestd = SimulatedSlurmrestd.start(sim, 0, TOKEN);
        SlurmGateway gateway = SlurmGateways.open(settings(slurmrestd, token), slurmrestd.clock());
        Journal journal = Journal.open(directory.resolve("journal.db"))) {
      Ledger ledger = new Ledger(journal);
      Planner planner = Wiring.planner(config, runsBefore.apply(slurmrestd.clock().instant()));
      WritePacer pacer = new WritePacer(1000, 1000, () -> (long) (sim.nowS() * 1e9));
      Cycle cycle = new Cycle(config, gateway, planner, journal, ledger, pacer, slurmrestd.clock());
      long[] counts = new long[3];
      SimDriver.Outcome outcome =
          new SimDriver(sim, stepS, horizonS)
              .run(
                  "rltune",
                  jobs,
                  () -> {
                    CycleReport report = cycle.run(() -> true);
                    if (!report.problem().isEmpty()) {
                      throw new IllegalStateException("cycle failed: " + report.problem());
                    }
                    counts[0]++;
                    counts[1] += report.commit().confirmed();
                    counts[2] +=
                        report.commit().done().stream()
                            .filter(write -> write.update() instanceof JobUpdate.NodeList)
                            .count();
                    watcher.afterCycle(sim.nowS(), sim.finishedJobs().size(), report);
                  });
      new Reverter(gateway, journal, ledger)
          .revert(Reverter.Scope.ALL, slurmrestd.clock().instant().getEpochSecond(), "demo ends");
      return new Result(outcome, counts[0], counts[1], counts[2]);
    }
  }

  private static SlurmSettings settings(SimulatedSlurmrestd slurmrestd, Path token) {
    return new SlurmSettings(
        slurmrestd.uri(),
        "demo",
        token,
        "",
        Path.of(""),
        WriteTransport.REST,
        "auto",
        Duration.ofSeconds(5),
        Duration.ofSeconds(30));
  }
}
