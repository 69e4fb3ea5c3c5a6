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
import io.rltune.plan.Planner;
import io.rltune.policy.history.FinishedRun;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.demo.PlainPolicy;
import io.rltune.sim.demo.PlainRun;
import io.rltune.sim.demo.SimDriver;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.rest.SimulatedSlurmrestd;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * One workload on the simulated cluster, twice: left to Slurm, and with the daemon's own cycle in
 * enforce mode, over HTTP against the simulated slurmrestd. Simulated time moves between cycles, so
 * the same seed gives the same figures however fast the machine is.
 */
public final class DemoRun {
  /** Simulated seconds between two cycles. */
  static final double STEP_S = 60;

  /** GPU time asked for over GPU time there is, while jobs arrive: a queue builds up. */
  private static final double OFFERED_LOAD = 1.5;

  private static final double SHORTEST_S = 120;
  private static final double MEDIAN_S = 1500;
  private static final double LONGEST_S = 4 * 3600.0;
  private static final double HORIZON_S = 365 * 86_400.0;
  private static final String TOKEN = "demo-token";

  /**
   * Other jobs of the same users, whose runtimes were seen in the weeks before, in shadow mode. A
   * daemon that has seen none makes do with requested walltimes and gains less.
   */
  public static final int JOBS_BEFORE = 2000;

  private static final double DAYS_BEFORE_S = 7 * 86_400.0;
  private static final long SEED_BEFORE = 1_000_003;

  private final long seed;
  private final ClusterSpec cluster = DemoCluster.spec();
  private final List<WorkloadJob> jobs;
  private final List<WorkloadJob> jobsBefore;

  /**
   * A run.
   *
   * @param seed seed of the workload
   * @param jobCount number of jobs, at least 1
   */
  public DemoRun(long seed, int jobCount) {
    this.seed = seed;
    BurstySpec spec =
        BurstySpec.demo(DemoCluster.capacity(cluster))
            .withJobs(jobCount)
            .withOfferedLoad(OFFERED_LOAD)
            .withRuntimes(SHORTEST_S, MEDIAN_S, LONGEST_S);
    this.jobs = BurstyWorkload.generate(spec, seed);
    this.jobsBefore = BurstyWorkload.generate(spec.withJobs(JOBS_BEFORE), SEED_BEFORE + seed);
  }

  /**
   * Both sides.
   *
   * @param leases node lists that were set
   * @param leasesLeft jobs still pending with a node list at the end
   * @param jobsFailed jobs that did not complete, in both runs
   */
  public record Result(
      long seed,
      SimDriver.Outcome plain,
      SimDriver.Outcome rltune,
      long cycles,
      long writes,
      long leases,
      int leasesLeft,
      int jobsFailed) {}

  /** Follows the steered run. */
  public interface Watcher {
    /**
     * Called after each cycle.
     *
     * @param simulatedS simulated seconds since the start
     * @param jobsDone jobs that have ended
     */
    void afterCycle(double simulatedS, int jobsDone, CycleReport report);
  }

  public ClusterSpec cluster() {
    return cluster;
  }

  public int jobCount() {
    return jobs.size();
  }

  /** Runs the workload as Slurm alone would: multifactor priority and backfill. */
  public SimDriver.Outcome plain() {
    return PlainRun.run(PlainPolicy.MULTIFACTOR_EASY, cluster, jobs);
  }

  /** Runs the workload with RLTune in the loop, against what {@link #plain} gave. */
  public Result steered(SimDriver.Outcome plain, Watcher watcher)
      throws IOException, ConfigException, SlurmException {
    Path directory = Files.createTempDirectory("rltune-demo");
    try {
      return steered(plain, watcher, directory);
    } finally {
      deleteTree(directory);
    }
  }

  private Result steered(SimDriver.Outcome plain, Watcher watcher, Path directory)
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
      Planner planner = Wiring.planner(config, runsBefore(slurmrestd.clock().instant()));
      WritePacer pacer = new WritePacer(1000, 1000, () -> (long) (sim.nowS() * 1e9));
      Cycle cycle = new Cycle(config, gateway, planner, journal, ledger, pacer, slurmrestd.clock());
      long[] counts = new long[3];
      SimDriver.Outcome outcome =
          new SimDriver(sim, STEP_S, HORIZON_S)
              .run(
                  "rltune",
                  jobs,
                  () -> {
                    CycleReport report = cycle.run(() -> true);
                    if (!report.problem().isEmpty()) {
                      throw new IllegalStateException("demo cycle failed: " + report.problem());
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
      return new Result(
          seed,
          plain,
          outcome,
          counts[0],
          counts[1],
          counts[2],
          outcome.nodeListsLeft(),
          outcome.jobsFailed() + plain.jobsFailed());
    }
  }

  private List<FinishedRun> runsBefore(Instant start) {
    List<FinishedRun> runs = new ArrayList<>();
    for (WorkloadJob job : jobsBefore) {
      double agoS = DAYS_BEFORE_S * (JOBS_BEFORE - runs.size()) / JOBS_BEFORE;
      runs.add(
          new FinishedRun(
              job.user(),
              job.account(),
              job.name(),
              job.gpus(),
              job.timeLimitS(),
              job.runtimeS(),
              start.getEpochSecond() - agoS));
    }
    return runs;
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

  private static void deleteTree(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
