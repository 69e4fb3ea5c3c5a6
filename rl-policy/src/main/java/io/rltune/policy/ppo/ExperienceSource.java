package io.rltune.policy.ppo;

import io.rltune.policy.net.Policy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Gets experience of a policy: in this JVM, or from workers elsewhere. */
public interface ExperienceSource extends AutoCloseable {
  /**
   * Runs episodes.
   *
   * @param policy who steers
   * @param iteration number of the iteration, for the workers' bookkeeping
   * @param seeds one per episode
   * @return an episode per seed, in their order, without those whose worker was lost; never empty
   * @throws IOException if every episode was lost
   */
  List<Trajectory> collect(Policy policy, int iteration, List<Long> seeds)
      throws IOException, InterruptedException;

  @Override
  default void close() throws IOException {}

  /** Runs episodes one after the other on the calling thread. */
  static ExperienceSource local(EpisodeSource source) {
    return (policy, iteration, seeds) -> {
      List<Trajectory> trajectories = new ArrayList<>();
      for (long seed : seeds) {
        trajectories.add(Rollout.explore(policy, source.open(seed), ~seed));
      }
      return trajectories;
    };
  }
}
