package io.rltune.sim.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.policy.NetworkScorer;
import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.engine.QueueOrder;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.walltime.ModalWalltimes;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The waits that the guard reckons Slurm alone would cause, against those that it does cause. */
class PlainShadowAccuracyTest {
  private static final ClusterSpec CLUSTER =
      ClusterFile.parse(
          """
          name: whole-node
          nodes:
            - {names: "n[01-08]", gpu_type: v100, gpus: 8, cpus: 64, mem_mb: 512000}
          partitions:
            - {name: gpu, nodes: "n[01-08]", default: true}
          """,
          "PlainShadowAccuracyTest");

  private static final int JOBS = 700;
  private static final int[] SIZES = {1, 1, 1, 1, 1, 2, 4, 8, 8, 16, 32};
  private static final int SEEDS = 6;
  private static final double LOAD = 0.95;

  /** One workload tells little: a job of the whole cluster that is early or late moves all. */
  @Test
  void theMeanWaitIsOfTheRightSizeThoughJobsOfTheWholeClusterWait() {
    double plainS = 0;
    double reckonedS = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<WorkloadJob> jobs = jobs(seed);
      plainS +=
          Replay.run(
                  CLUSTER,
                  jobs,
                  ReplayPolicies.byName("multifactor-easy", ReplayContext.DEFAULT),
                  ReplayOptions.defaults(),
                  ReplayProgress.NONE)
              .metrics()
              .meanWaitS();
      reckonedS += reckonedMeanWaitS(jobs);
    }
    assertThat(plainS / SEEDS).as("Slurm alone makes them wait").isGreaterThan(600);
    assertThat(reckonedS / plainS).as("reckoned over true").isBetween(0.5, 2.0);
  }

  private static double reckonedMeanWaitS(List<WorkloadJob> jobs) {
    ReplayOptions options = ReplayOptions.defaults();
    Simulation simulation = new Simulation(CLUSTER, options.slurm(), QueueOrder.SUBMISSION);
    jobs.forEach(simulation::submit);
    ReplayHistory history = new ReplayHistory(simulation, List.of());
    NetworkScorer scorer =
        new NetworkScorer(NetworkScorer.shippedPolicy(), snapshot -> history.runtimes());
    RltuneSteering steering = new RltuneSteering(simulation, options, scorer, "greedy", history);
    Map<Long, Long> starts = new HashMap<>();
    Set<Integer> seen = new HashSet<>();
    simulation.every(
        options.cycleS(),
        () -> {
          steering.cycle();
          starts.putAll(steering.shadow().starts());
          for (int job = 0; job < simulation.jobCount(); job++) {
            boolean hasCome = jobs.get(job).submitS() <= simulation.nowS();
            if (hasCome && !simulation.phase(job).isFinal()) {
              seen.add(job);
            }
          }
        });
    while (!simulation.isIdle()) {
      simulation.step();
    }
    double sumS = 0;
    for (int job = 0; job < jobs.size(); job++) {
      double submitS = jobs.get(job).submitS();
      Long start = starts.get(SimSnapshot.id(job));
      if (start != null) {
        sumS += Math.max(0, start - SimSnapshot.EPOCH_S - submitS);
      } else if (seen.contains(job)) {
        // It waits there still. One that came and went between two cycles hardly waited.
        sumS += simulation.nowS() - submitS;
      }
    }
    return sumS / jobs.size();
  }

  /** Heavy-tailed runtimes, limits of up to a week, and some jobs that want every node. */
  private static List<WorkloadJob> jobs(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ModalWalltimes walltimes = new ModalWalltimes(seed);
    double[] runtimeS = new double[JOBS];
    int[] gpus = new int[JOBS];
    double[] gapS = new double[JOBS];
    double work = 0;
    double spanS = 0;
    for (int i = 0; i < JOBS; i++) {
      boolean wantsAll = i % 100 == 50;
      gpus[i] = wantsAll ? CLUSTER.totalGpus() : SIZES[random.nextInt(SIZES.length)];
      double drawn = 900 * Math.exp(2.2 * random.nextGaussian());
      runtimeS[i] = wantsAll ? 600 : Math.min(2 * 86_400, Math.max(30, drawn));
      gapS[i] = -Math.log1p(-random.nextDouble());
      work += gpus[i] * runtimeS[i];
      spanS += gapS[i];
    }
    double scale = work / (LOAD * CLUSTER.totalGpus() * spanS);
    List<WorkloadJob> jobs = new ArrayList<>();
    double atS = 0;
    for (int i = 0; i < JOBS; i++) {
      int nodes = Math.max(1, gpus[i] / 8);
      long limitS =
          gpus[i] > 32 || random.nextInt(4) == 0
              ? walltimes.next("", runtimeS[i], 7 * 86_400L)
              : 7 * 86_400L;
      jobs.add(
          new WorkloadJob(
              i, atS, "u", "a", "", gpus[i], "", nodes, gpus[i], 0, runtimeS[i], limitS, "j"));
      atS += gapS[i] * scale;
    }
    return jobs;
  }
}
