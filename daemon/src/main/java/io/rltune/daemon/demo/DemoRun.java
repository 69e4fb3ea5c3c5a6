package io.rltune.daemon.demo;

import io.rltune.daemon.config.ConfigException;
import io.rltune.policy.history.FinishedRun;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.demo.PlainPolicy;
import io.rltune.sim.demo.PlainRun;
import io.rltune.sim.demo.SimDriver;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import io.rltune.slurm.SlurmException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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
  public Result steered(SimDriver.Outcome plain, SteeredRun.Watcher watcher)
      throws IOException, ConfigException, SlurmException {
    SteeredRun.Result run =
        new SteeredRun(cluster, jobs, STEP_S, HORIZON_S).run(this::runsBefore, watcher);
    return new Result(
        seed,
        plain,
        run.outcome(),
        run.cycles(),
        run.writes(),
        run.leases(),
        run.outcome().nodeListsLeft(),
        run.outcome().jobsFailed() + plain.jobsFailed());
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
}
