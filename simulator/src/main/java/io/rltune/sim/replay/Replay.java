package io.rltune.sim.replay;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.engine.JobPhase;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs a workload under a policy until every job has ended. */
public final class Replay {
  private static final int JOBS_PER_REPORT = 1000;

  private Replay() {}

  /**
   * Runs the workload. Same arguments, same result, except for the wall time in the metrics.
   *
   * @param jobs the workload, in order of file; submit times need not be sorted
   * @throws IllegalArgumentException where a job could never run on the cluster
   */
  public static ReplayResult run(
      ClusterSpec cluster,
      List<WorkloadJob> jobs,
      ReplayPolicy policy,
      ReplayOptions options,
      ReplayProgress progress) {
    long startedNs = System.nanoTime();
    Simulation simulation = simulation(cluster, jobs, policy, options);
    Optional<ReplayPolicy.Steering> steering = steer(simulation, policy, options);
    run(simulation, jobs.size(), progress);
    return result(
        policy.name(),
        simulation,
        jobs,
        steering.map(ReplayPolicy.Steering::cycles).orElse(0L),
        startedNs);
  }

  /** Wall seconds until so many jobs have started: how fast a replay goes while a queue stands. */
  public static double secondsUntil(
      ClusterSpec cluster,
      List<WorkloadJob> jobs,
      ReplayPolicy policy,
      ReplayOptions options,
      int started) {
    Simulation simulation = simulation(cluster, jobs, policy, options);
    steer(simulation, policy, options);
    long startedNs = System.nanoTime();
    while (!simulation.isIdle() && simulation.decisions() < started) {
      simulation.step();
    }
    return (System.nanoTime() - startedNs) / 1e9;
  }

  private static Simulation simulation(
      ClusterSpec cluster, List<WorkloadJob> jobs, ReplayPolicy policy, ReplayOptions options) {
    Simulation simulation =
        new Simulation(cluster, policy.schedulers(options.slurm()), policy.order());
    jobs.forEach(simulation::submit);
    NodeFailures failures = options.failures();
    if (failures.isActive()) {
      simulation.failNodes(
          failures.mtbfS(), failures.mttrS(), failures.drainShare(), options.seed());
    }
    return simulation;
  }

  private static Optional<ReplayPolicy.Steering> steer(
      Simulation simulation, ReplayPolicy policy, ReplayOptions options) {
    Optional<ReplayPolicy.Steering> steering = policy.steering(simulation, options);
    steering.ifPresent(hand -> simulation.every(options.cycleS(), hand::cycle));
    return steering;
  }

  private static void run(Simulation simulation, int jobs, ReplayProgress progress) {
    long nextReport = JOBS_PER_REPORT;
    while (!simulation.isIdle()) {
      simulation.step();
      if (simulation.decisions() >= nextReport) {
        nextReport += JOBS_PER_REPORT;
        long done = simulation.decisions() - simulation.requeues() - simulation.runningCount();
        progress.at((int) done, jobs, simulation.nowS());
      }
    }
    progress.at(jobs, jobs, simulation.nowS());
  }

  /** What became of the jobs of a simulation that has come to its end. */
  static ReplayResult result(
      String policy, Simulation simulation, List<WorkloadJob> jobs, long cycles, long startedNs) {
    List<FinishedJob> finished = new ArrayList<>(jobs.size());
    int[][] nodes = new int[jobs.size()][];
    for (int i = 0; i < nodes.length; i++) {
      WorkloadJob job = jobs.get(i);
      nodes[i] = simulation.nodes(i);
      finished.add(
          new FinishedJob(
              job.submitS(),
              simulation.startS(i),
              simulation.endS(i),
              job.gpus(),
              job.account(),
              simulation.phase(i) == JobPhase.COMPLETED));
    }
    ReplayMetrics metrics =
        ReplayMetrics.of(
            policy,
            finished,
            simulation.cluster().totalGpus(),
            simulation.fragmentation(),
            simulation.decisions(),
            (System.nanoTime() - startedNs) / 1e9);
    return new ReplayResult(
        policy,
        metrics,
        simulation.cluster(),
        jobs,
        finished,
        nodes,
        cycles,
        simulation.requeues());
  }
}
