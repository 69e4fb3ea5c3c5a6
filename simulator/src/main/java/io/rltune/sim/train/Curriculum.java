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
  private static final int VALIDATION_JOBS = 1_200;
  private static final double[] VALIDATION_LOADS = {0.9, 1.1};

  /** Runs of one workload follow each other. */
  private static final int LATEST = 4;

  private final List<TraceSection> training;
  private final List<TraceSection> validation;
  private final RewardWeights weights;
  private final Environment environment;
  private final int validationPlaces;
  private final References trained = new References(LATEST);
  private final References validated = new References(Integer.MAX_VALUE);

  /**
   * A curriculum.
   *
   * @param training sections to train on
   * @param validation sections to judge by, each at two loads
   * @param environment what carries out a policy's order while it is trained
   * @param validationPlaces places of each section that it is judged at: the more, the smaller the
   *     gains that show
   */
  public Curriculum(
      List<TraceSection> training,
      List<TraceSection> validation,
      RewardWeights weights,
      Environment environment,
      int validationPlaces) {
    this.training = List.copyOf(training);
    this.validation = List.copyOf(validation);
    this.weights = weights;
    this.environment = environment;
    this.validationPlaces = validationPlaces;
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
    References.Judged judged = trained.of(seed, () -> draw(seed));
    return environment.open(judged.workload(), judged.reference(), weights);
  }

  private Workload draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    TraceSection section = training.get(random.nextInt(training.size()));
    return section.draw(random, environment.shortest(), environment.longest());
  }

  @Override
  public int validationEpisodes() {
    return validation.size() * validationPlaces * VALIDATION_LOADS.length;
  }

  @Override
  public Episode openValidation(int number) {
    References.Judged judged = validated.of(number, () -> validation(number));
    return environment.open(judged.workload(), judged.reference(), weights);
  }

  private Workload validation(int number) {
    double load = VALIDATION_LOADS[number % VALIDATION_LOADS.length];
    int place = number / VALIDATION_LOADS.length;
    TraceSection section = validation.get(place / validationPlaces);
    int room = section.length() - Math.min(section.length(), VALIDATION_JOBS);
    int first = (1 + 2 * (place % validationPlaces)) * room / (2 * validationPlaces);
    return section.episode(first, VALIDATION_JOBS, load, 0.2);
  }

  @Override
  public String description() {
    return training.stream()
            .map(section -> section.label() + " jobs " + section.from() + "-" + (section.to() - 1))
            .collect(Collectors.joining("; "))
        + "; "
        + weights
        + "; "
        + environment;
  }
}
