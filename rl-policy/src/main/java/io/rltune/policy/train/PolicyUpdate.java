package io.rltune.policy.train;

import io.rltune.policy.ppo.Trajectory;
import java.util.List;
import java.util.SplittableRandom;

/** Learns from a batch of episodes. */
interface PolicyUpdate {
  /**
   * What an update did.
   *
   * @param divergence KL divergence of the old policy from the new one after the last pass
   * @param entropy mean entropy of a pick, nats; 0 where no pick is drawn
   * @param clipped share of clipped ratios
   * @param explained share of the returns' variance that the baseline explained before
   * @param passes passes made
   * @param decisions decisions of episodes learnt from
   * @param recorded recorded decisions of a running daemon learnt from beside them
   */
  record Report(
      double divergence,
      double entropy,
      double clipped,
      double explained,
      int passes,
      int decisions,
      int recorded) {}

  /**
   * Moves the policy.
   *
   * @param iteration number of the iteration, from 1
   * @param random chance of this iteration
   */
  Report update(List<Trajectory> trajectories, int iteration, SplittableRandom random);
}
