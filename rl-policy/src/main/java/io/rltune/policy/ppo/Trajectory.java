package io.rltune.policy.ppo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The experience of one episode.
 *
 * @param seed seed of the episode; those of one seed ran the same workload
 * @param replica number of the run of that workload
 * @param steps decisions in order
 * @param outcome how it went
 */
public record Trajectory(long seed, int replica, List<Step> steps, Episode.Outcome outcome) {
  public Trajectory {
    steps = List.copyOf(steps);
  }

  /** Runs of one workload together, in the order in which they come. */
  public static Collection<List<Trajectory>> byWorkload(List<Trajectory> trajectories) {
    Map<Long, List<Trajectory>> runs = new LinkedHashMap<>();
    for (Trajectory run : trajectories) {
      runs.computeIfAbsent(run.seed(), seed -> new ArrayList<>()).add(run);
    }
    return runs.values();
  }

  /**
   * One decision.
   *
   * @param timeS time of the decision in the episode, in seconds
   * @param features features of the queue, job after job, not normalised
   * @param outlook what the critic sees
   * @param picks the jobs chosen one after the other, as far as it mattered
   * @param logProbabilities log-probability of each pick among those not yet picked
   * @param reward reward from this decision to the next
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared; copying would double the memory
  public record Step(
      double timeS,
      float[] features,
      float[] outlook,
      int[] picks,
      double[] logProbabilities,
      double reward) {}
}
