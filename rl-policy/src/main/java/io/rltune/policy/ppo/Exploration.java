package io.rltune.policy.ppo;

import io.rltune.policy.net.Policy;

/** How a policy tries what it would not do by itself. */
@FunctionalInterface
public interface Exploration {
  /** Each order is drawn from the Plackett-Luce model of the outputs. */
  Exploration ORDERS = Rollout::explore;

  /** The last layer's weights are moved once, for the whole episode. */
  Exploration HEAD = HeadNoise::explore;

  /**
   * Runs one episode.
   *
   * @param seed seed of the episode's workload
   * @param replica number of the run of that workload; others try something else
   */
  Trajectory explore(Policy policy, EpisodeSource source, long seed, int replica);
}
