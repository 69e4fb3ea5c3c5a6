package io.rltune.sim.train;

import io.rltune.policy.ppo.Episode;
import io.rltune.sim.replay.ReplayResult;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What carries out a policy's order in an episode. */
public enum Environment {
  /** EASY backfill down the order at every event; rewards as time goes by. */
  EASY(256, 1_024),

  /** The same on longer workloads, for exploration that acts once an episode. */
  LONG_EASY(500, 1_500),

  /** The daemon's planner on Slurm's schedulers, as {@code rltune-greedy}; a reward at the end. */
  PLANNER(700, 1_400);

  private final int shortest;
  private final int longest;

  Environment(int shortest, int longest) {
    this.shortest = shortest;
    this.longest = longest;
  }

  /**
   * The environment of a name (easy, long-easy or planner), for a search ({@link
   * TrainingOptions#SEARCHES}).
   *
   * @throws IllegalArgumentException naming the known ones, or the search that it needs
   */
  public static Environment of(String label, String search) {
    Environment named =
        Arrays.stream(values())
            .filter(environment -> environment.label().equals(label))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(unknown(label)));
    if (named == PLANNER && !search.equals(TrainingOptions.SEARCH_HEAD)) {
      throw new IllegalArgumentException(
          "--environment %s tells of costs at an episode's end alone: it needs --search %s"
              .formatted(label, TrainingOptions.SEARCH_HEAD));
    }
    return named;
  }

  private static String unknown(String label) {
    return Arrays.stream(values())
        .map(Environment::label)
        .collect(Collectors.joining(", ", "--environment " + label + ": must be one of ", ""));
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
      case EASY, LONG_EASY -> new ReplayEpisode(workload, reference, weights);
      case PLANNER -> new PlannerEpisode(workload, reference, weights);
    };
  }
}
