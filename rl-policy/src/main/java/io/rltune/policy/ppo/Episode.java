package io.rltune.policy.ppo;

import io.rltune.policy.features.QueueView;

/** One run of a workload that a policy steers, decision by decision. Not thread-safe; runs once. */
public interface Episode {
  /** Runs the workload to its end and says how it went. */
  Outcome run(Steering steering);

  /** Who decides. */
  interface Steering {
    /**
     * Puts waiting jobs in order; the cluster then starts what it can in that order.
     *
     * @param queue two jobs or more, valid during the call
     * @param timeS time in the episode, in seconds
     * @param outlook what a critic may see, {@link EpisodeSource#outlookWidth} values of about -3
     *     to 3, valid during the call. More than a policy sees: it is not used outside training
     * @param last what came of the previous order
     * @return job numbers of the view, first to start first
     */
    int[] order(QueueView queue, double timeS, float[] outlook, Consequence last);

    /** The workload has come to its end. */
    void end(Consequence last);
  }

  /**
   * What came of an order until the next one.
   *
   * @param reward reward in between
   * @param mattered how many of the first places mattered: the jobs that started in order, and the
   *     one that stopped them; 0 before the first order
   */
  record Consequence(double reward, int mattered) {}

  /**
   * How an episode went.
   *
   * @param cost what the policy is trained to make small, in units of the reference's
   * @param meanWaitS mean wait in seconds
   * @param p99WaitS 99th percentile of the wait in seconds
   * @param referenceMeanWaitS mean wait under the reference on the same workload, in seconds
   * @param referenceP99WaitS 99th percentile of the wait under the reference
   */
  record Outcome(
      double cost,
      double meanWaitS,
      double p99WaitS,
      double referenceMeanWaitS,
      double referenceP99WaitS) {}
}
