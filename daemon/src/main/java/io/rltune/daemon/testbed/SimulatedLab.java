package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.Lab.JobRecord;
import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.engine.PriorityWeights;
import io.rltune.sim.engine.SlurmParams;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The testbed's profile "ab" as the simulator has it: nodes, scheduler settings and a workload. */
final class SimulatedLab {
  /** As local/conf.sh writes the nodes and partitions of the profile, in its order. */
  private static final String CLUSTER =
      """
      name: lab
      nodes:
        - {names: "a[1-2]", gpu_type: a100, gpus: 4, cpus: 64, mem_mb: 512000, weight: 100}
        - {names: "v[1-2]", gpu_type: v100, gpus: 8, cpus: 40, mem_mb: 384000, weight: 50}
        - {names: "t[1-4]", gpu_type: t4, gpus: 2, cpus: 16, mem_mb: 64000, weight: 20}
        - {names: "c1", cpus: 32, mem_mb: 128000, weight: 10}
      partitions:
        - {name: gpu, nodes: "a[1-2],v[1-2],t[1-4]", max_time: 7-00:00:00, default: true}
        - {name: batch, nodes: "t[1-4],c1", max_time: 1-00:00:00}
      """;

  /** batch_sched_delay: from an event to the pass that it triggers. */
  private static final double SCHED_DELAY_S = 1;

  /** PriorityCalcPeriod. */
  private static final double CALC_PERIOD_S = 60;

  /** As local/accounting.sh makes them. */
  private static final Map<String, Integer> SHARES = Map.of("ml", 20, "phys", 30, "bio", 10);

  private SimulatedLab() {}

  static ClusterSpec cluster() {
    return ClusterFile.parse(CLUSTER, "profile ab");
  }

  /** The scheduler and priority settings of local/conf.sh. */
  static SlurmParams params() {
    PriorityWeights weights =
        PriorityWeights.DEFAULT
            .with(
                usual ->
                    usual.fairshare(10_000).jobSize(100).maxAgeS(86_400).calcPeriodS(CALC_PERIOD_S))
            .withFairTree(SHARES);
    return SlurmParams.defaults()
        .with(
            usual ->
                usual
                    .eventDelayS(SCHED_DELAY_S)
                    .schedIntervalS(1)
                    .bfIntervalS(1)
                    .bfWindowS(3600)
                    .bfResolutionS(5)
                    .bfMaxJobTest(1000)
                    .launchDelayS(0)
                    .minJobAgeS(3600)
                    .weights(weights)
                    .defaultQueueDepth(500));
  }

  /**
   * The jobs as Slurm's accounting has them: submit times and elapsed times are those of the real
   * run, so that only the schedulers differ.
   *
   * @param outcomes completed jobs, in submit order
   * @param bootS when slurmctld started, seconds since the epoch: simulation second 0, so that both
   *     recalculate priorities at the same moments
   */
  static List<WorkloadJob> workload(List<JobOutcome> outcomes, long bootS) {
    List<WorkloadJob> jobs = new ArrayList<>();
    for (JobOutcome outcome : outcomes) {
      WorkloadJob job = outcome.job();
      JobRecord record = outcome.record();
      jobs.add(
          job.with(
              run ->
                  run.index(jobs.size())
                      .submitS(record.submit() - bootS)
                      .user(AbWorkload.user(job))
                      .runtimeS(Math.max(1, record.end() - record.start()))));
    }
    return jobs;
  }
}
