package io.rltune.sim.demo;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.SlurmParams;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;

/** A workload on the simulated cluster with no RLTune in the loop: the other side of the A/B. */
public final class PlainRun {
  /** Far beyond any workload, so that only a scheduler that starves a job reaches it. */
  private static final double HORIZON_S = 10 * 365 * 86_400.0;

  private static final double STEP_S = 3600;

  private PlainRun() {}

  /** Runs a plain policy. */
  public static SimDriver.Outcome run(
      PlainPolicy policy, ClusterSpec cluster, List<WorkloadJob> jobs) {
    return run(policy.label(), policy.params(), cluster, jobs);
  }

  /** Runs with the given scheduler settings. */
  public static SimDriver.Outcome run(
      String name, SlurmParams params, ClusterSpec cluster, List<WorkloadJob> jobs) {
    ClusterSim sim = new ClusterSim(cluster, params);
    return new SimDriver(sim, STEP_S, HORIZON_S).run(name, jobs, () -> {});
  }
}
