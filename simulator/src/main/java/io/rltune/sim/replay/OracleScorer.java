package io.rltune.sim.replay;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.policy.JobScorer;
import io.rltune.policy.ShortestExpected;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;

/** {@code sept} with true runtimes, which nobody can know: the most that a better history gives. */
record OracleScorer(Simulation simulation) implements JobScorer {
  @Override
  public String name() {
    return "sept-oracle";
  }

  @Override
  public double[] score(ClusterSnapshot snapshot, List<Job> candidateList) {
    return candidateList.stream().mapToDouble(job -> score(job, snapshot.takenAt())).toArray();
  }

  private double score(Job job, long now) {
    WorkloadJob asked = simulation.request(SimSnapshot.job(job.id()));
    return ShortestExpected.score(
        job.waitedS(now), asked.timeLimitS(), asked.runtimeS(), asked.gpus());
  }
}
