package io.rltune.sim.train;

import io.rltune.policy.ppo.Episode;
import io.rltune.sim.replay.ReplayResult;

/** What carries out a policy's order in an episode. */
public enum Environment {
  /** EASY backfill down the order at every event; rewards as time goes by. */
  EASY(256, 1_024),

  /**
   * The same by the planner's rule, under which nothing starts that delays the first job that does
   * not fit: what {@link #PLANNER} comes to, at a fifth of the time.
   */
  RESERVING(500, 1_500),

  /** The daemon's planner on Slurm's schedulers, as {@code rltune-greedy}; a reward at the end. */
  PLANNER(700, 1_400);

  private final int shortest;
  private final int longest;

  Environment(int shortest, int longest) {
    this.shortest = shortest;
    this.longest = longest;
  }

  /** Fewest jobs of a training episode. */
  int shortest() {
    return shortest;
  }

  /** Most jobs of a training episode. */
  int longest() {
    return longest;
  }

  /**
   * An episode.
   *
   * @param reference what plain Slurm made of the workload
   */
  Episode open(Workload workload, ReplayResult reference, RewardWeights weights) {
    return switch (this) {
      case EASY -> ReplayEpisode.easy(workload, reference, weights);
      case RESERVING -> ReplayEpisode.reserving(workload, reference, weights);
      case PLANNER -> new PlannerEpisode(workload, reference, weights);
    };
  }
}
