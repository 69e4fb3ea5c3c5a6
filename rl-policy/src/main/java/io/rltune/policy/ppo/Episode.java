package io.rltune.policy.ppo;

import io.rltune.policy.features.QueueView;

/** One run of a workload that a policy steers, decision by decision. Not thread-safe. */
public interface Episode {
  /**
   * Goes on to the next decision: jobs wait, and their order matters.
   *
   * @return false at the end, when there is nothing left to decide
   */
  boolean advance();

  /** The jobs to put in order, valid until {@link #decide}. */
  QueueView queue();

  /**
   * What a critic may see, {@link EpisodeSource#outlookWidth} values of about -3 to 3. More than a
   * policy sees: the critic is not used outside training.
   */
  float[] outlook();

  /**
   * Puts the jobs in order and lets the cluster act on it.
   *
   * @param order job numbers of the view, first to start first
   * @return how many of the first places mattered, at least 1: the jobs that started in order, and
   *     the one that stopped them
   */
  int decide(int[] order);

  /** Reward since the previous decision, or since the start; to be asked after advance. */
  double reward();

  /** How it went; after the end. */
  Outcome outcome();

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
