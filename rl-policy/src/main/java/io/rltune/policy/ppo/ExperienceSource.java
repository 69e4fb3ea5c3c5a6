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
   * @param seeds one per workload
   * @param replicas runs of each workload
   * @return the runs, those of a workload side by side, without those whose worker was lost; never
   *     empty
   * @throws IOException if every episode was lost
   */
  List<Trajectory> collect(Policy policy, int iteration, List<Long> seeds, int replicas)
      throws IOException, InterruptedException;

  @Override
  default void close() throws IOException {}

  /** Runs episodes one after the other on the calling thread. */
  static ExperienceSource local(EpisodeSource source, Exploration exploration) {
    return (policy, iteration, seeds, replicas) -> {
      List<Trajectory> trajectories = new ArrayList<>();
      for (long seed : seeds) {
        for (int replica = 0; replica < replicas; replica++) {
          trajectories.add(exploration.explore(policy, source, seed, replica));
        }
      }
      return trajectories;
    };
  }
}
