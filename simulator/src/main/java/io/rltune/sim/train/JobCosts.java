package io.rltune.sim.train;

import io.rltune.sim.replay.ReplayResult;
import io.rltune.sim.workload.WorkloadJob;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a second of waiting costs, by job, in units of what the reference costs in all. */
final class JobCosts {
  /** A reference that makes hardly anyone wait is not divided by. */
  private static final double LEAST_MEAN_WAIT_S = 60;

  private static final double TAIL_QUANTILE = 0.95;
  private static final double RUNTIME_FLOOR_S = 600;
  private static final double LEAST_TAIL = 0.15;

  private final double[] perSecond;
  private final double tailPerSecond;
  private final double tailFromS;

  private JobCosts(double[] perSecond, double tailPerSecond, double tailFromS) {
    this.perSecond = perSecond;
    this.tailPerSecond = tailPerSecond;
    this.tailFromS = tailFromS;
  }

  /** Costs of a workload, given what the reference made of it. */
  static JobCosts of(List<WorkloadJob> jobs, ReplayResult reference, RewardWeights weights) {
    int count = jobs.size();
    double[] waits = new double[count];
    double completion = 0;
    for (int i = 0; i < count; i++) {
      waits[i] = reference.finishedJobs().get(i).waitS();
      completion += reference.finishedJobs().get(i).completionTimeS();
    }
    double[] sorted = waits.clone();
    Arrays.sort(sorted);
    double tailFromS = sorted[(int) (TAIL_QUANTILE * (count - 1))];
    double[] fairness = fairness(jobs);
    double least = LEAST_MEAN_WAIT_S * count;
    double wait = least;
    double tail = 0;
    double unfair = 0;
    for (int i = 0; i < count; i++) {
      wait += waits[i];
      tail += Math.max(0, waits[i] - tailFromS);
      unfair += fairness[i] * (LEAST_MEAN_WAIT_S + waits[i]);
    }
    // Where the reference has hardly a tail, ours must not count for hundreds of it.
    tail = Math.max(tail, LEAST_TAIL * wait);
    double[] perSecond = new double[count];
    for (int i = 0; i < count; i++) {
      perSecond[i] =
          weights.queueing() / wait
              + weights.completion() / Math.max(completion, least)
              + weights.fairness() * fairness[i] / unfair;
    }
    return new JobCosts(perSecond, weights.tail() / tail, tailFromS);
  }

  /** Weight of each job's wait in the mean over accounts of their mean wait per runtime. */
  private static double[] fairness(List<WorkloadJob> jobs) {
    Map<String, Integer> counts = new HashMap<>();
    jobs.forEach(job -> counts.merge(job.account(), 1, Integer::sum));
    double[] weights = new double[jobs.size()];
    for (int i = 0; i < weights.length; i++) {
      WorkloadJob job = jobs.get(i);
      double perRuntime = 1 / Math.max(RUNTIME_FLOOR_S, job.runtimeS());
      weights[i] = perRuntime / counts.get(job.account()) / counts.size();
    }
    return weights;
  }

  /** What a job's waiting from one time to another costs. */
  double of(int job, double fromS, double toS, double submitS) {
    double late = Math.max(0, toS - Math.max(fromS, submitS + tailFromS));
    return perSecond[job] * (toS - fromS) + tailPerSecond * late;
  }

  /** Cost of one more second, without the tail. */
  double perSecond(int job) {
    return perSecond[job];
  }
}
