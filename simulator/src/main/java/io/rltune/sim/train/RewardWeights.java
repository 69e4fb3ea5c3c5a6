package io.rltune.sim.train;

/**
 * What a policy is rewarded for; the paper's three aims (arXiv 2512.10271, section 4) and two that
 * keep them from being bought with starvation. Every term is a cost relative to plain Slurm's on
 * the same workload, so that traces of minutes and of days count alike. Waiting is paid for as it
 * happens, so that the sum of the rewards is exactly the cost of the episode with its sign turned.
 *
 * @param queueing weight of the summed waits
 * @param completion weight of the summed completion times; runtimes are given, so only waits count
 * @param utilization weight of the time until everything is done
 * @param fairness weight of the mean over accounts of their jobs' mean wait per runtime
 * @param tail weight of the time waited beyond plain Slurm's 95th percentile
 * @param steadiness weight of one move a job: of places changed from one cycle to the next, each of
 *     which is a write to a busy controller. Plain Slurm is written nothing
 */
public record RewardWeights(
    double queueing,
    double completion,
    double utilization,
    double fairness,
    double tail,
    double steadiness) {
  /** Mostly the wait. */
  public static final RewardWeights DEFAULT = new RewardWeights(1, 0.2, 0.3, 0.1, 0.5, 0.01);

  public RewardWeights {
    if (queueing < 0
        || completion < 0
        || utilization < 0
        || fairness < 0
        || tail < 0
        || steadiness < 0) {
      throw new IllegalArgumentException(
          "reward weights must not be negative: "
              + queueing
              + ", "
              + completion
              + ", "
              + utilization
              + ", "
              + fairness
              + ", "
              + tail
              + ", "
              + steadiness);
    }
  }

  /** Cost of doing everything as the reference does. */
  double ofReference() {
    return queueing + completion + utilization + fairness + tail;
  }
}
