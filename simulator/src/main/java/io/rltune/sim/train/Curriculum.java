package io.rltune.sim.train;

import io.rltune.policy.ppo.Episode;
import io.rltune.policy.ppo.EpisodeSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Episodes over traces and clusters, loads of 0.7 to 1.3, bursts and habits of asking for
 * walltimes; longer ones as training goes on are not needed, lengths are mixed from the start.
 */
public final class Curriculum implements EpisodeSource {
  private static final int SHORTEST = 256;
  private static final int LONGEST = 1_024;
  private static final int VALIDATION_JOBS = 1_200;
  private static final double[] VALIDATION_LOADS = {0.9, 1.1};
  private static final int VALIDATION_PLACES = 4;

  private final List<TraceSection> training;
  private final List<TraceSection> validation;
  private final RewardWeights weights;

  /**
   * A curriculum.
   *
   * @param training sections to train on
   * @param validation sections to judge by, each at two loads
   */
  public Curriculum(
      List<TraceSection> training, List<TraceSection> validation, RewardWeights weights) {
    this.training = List.copyOf(training);
    this.validation = List.copyOf(validation);
    this.weights = weights;
    if (training.isEmpty() || validation.isEmpty()) {
      throw new IllegalArgumentException("a curriculum needs sections to train on and to judge by");
    }
  }

  @Override
  public int outlookWidth() {
    return Outlook.WIDTH;
  }

  @Override
  public Episode open(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TraceSection section = training.get(random.nextInt(training.size()));
    return new ReplayEpisode(section.draw(random, SHORTEST, LONGEST), weights);
  }

  @Override
  public int validationEpisodes() {
    return validation.size() * VALIDATION_PLACES * VALIDATION_LOADS.length;
  }

  @Override
  public Episode openValidation(int number) {
    double load = VALIDATION_LOADS[number % VALIDATION_LOADS.length];
    int place = number / VALIDATION_LOADS.length;
    TraceSection section = validation.get(place / VALIDATION_PLACES);
    int room = section.length() - Math.min(section.length(), VALIDATION_JOBS);
    int first = (1 + 2 * (place % VALIDATION_PLACES)) * room / (2 * VALIDATION_PLACES);
    return new ReplayEpisode(section.cut(first, VALIDATION_JOBS, load, 0.2), weights);
  }

  @Override
  public String description() {
    return training.stream()
            .map(section -> section.label() + " jobs " + section.from() + "-" + (section.to() - 1))
            .collect(Collectors.joining("; "))
        + "; "
        + weights;
  }
}
