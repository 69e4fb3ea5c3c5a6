package io.rltune.policy.train;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.net.PolicyFileException;
import io.rltune.policy.ppo.EpisodeSource;
import io.rltune.policy.ppo.PpoOptions;
import io.rltune.policy.ppo.RecordedChoices;
import io.rltune.policy.ppo.Rollout;
import io.rltune.policy.ppo.Trajectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.buffer.DataType;

/** Where a PPO run begins: the policy it goes on from, made wider where the options need it. */
final class PpoStart {
  private static final int CRITIC_WIDTH = 32;

  /** What a card says of a policy that another one was trained from. */
  private static final Set<String> ORIGIN =
      Set.of(
          "method", "data", "init", "seed", "iterations", "best_iteration", "best_validation_cost");

  private static final int SCALE_EPISODES = 8;
  private static final int SCALE_EVERY = 10;

  private final EpisodeSource source;
  private final PpoOptions options;
  private final RecordedChoices recorded;

  PpoStart(EpisodeSource source, PpoOptions options, RecordedChoices recorded) {
    this.source = source;
    this.options = options;
    this.recorded = recorded;
  }

  /** Where the policies to go on from are from, by their number from 1. */
  Map<String, String> initCards() throws IOException {
    Map<String, String> cards = new TreeMap<>();
    for (Policy policy : files()) {
      Map<String, String> origin = new TreeMap<>(policy.trainingCard());
      // A card must not hold those of all before it: a site tunes every week from the last.
      origin.keySet().retainAll(ORIGIN);
      cards.put("init_%d".formatted(cards.size() + 1), origin.toString());
    }
    return cards;
  }

  private List<Policy> files() throws IOException {
    List<Policy> policies = new ArrayList<>();
    for (Path file : options.init()) {
      policies.add(PolicyFile.read(file));
    }
    return policies;
  }

  /** The policy to go on from. */
  Policy init() throws IOException {
    List<Policy> policies = files();
    Policy init = policies.isEmpty() ? NetworkScorer.shippedPolicy() : Policy.mean(policies);
    if (init.isSetAware() && !options.setAware()) {
      throw new PolicyFileException(
          "policy "
              + init.name()
              + " is set-aware and cannot go on as a plain one; train it set-aware");
    }
    return init;
  }

  /** The state before the first iteration. */
  PpoState begin(Policy init) {
    PlainMlp start = network(init);
    MultiLayerNetwork actor =
        options.head().isPresent()
            ? Dl4jNetwork.createForGivenSteps(start.sizes(), options.seed(), DataType.FLOAT)
            : Dl4jNetwork.create(
                start.sizes(), options.hyper().learningRate(), options.seed(), DataType.FLOAT);
    Dl4jNetwork.setWeights(actor, start.sizes(), start.weights());
    int[] criticSizes = {source.outlookWidth(), CRITIC_WIDTH, CRITIC_WIDTH / 2, 1};
    MultiLayerNetwork critic =
        Dl4jNetwork.create(
            criticSizes, options.hyper().criticLearningRate(), options.seed() + 1, DataType.FLOAT);
    PpoState state = new PpoState(fingerprint(init), actor, critic, init.normaliser());
    if (options.head().isPresent()) {
      double noise = options.head().get().noise();
      Policy wide = new Policy(options.name(), start, init.normaliser(), Map.of(), new byte[0]);
      state.scales = HeadScales.of(start, init.normaliser(), queues(wide), noise);
    }
    return state;
  }

  /** The network before the first iteration. */
  PlainMlp network(Policy init) {
    int[] sizes = init.network().sizes();
    float[] weights = init.network().weights();
    if (options.setAware() && !init.isSetAware()) {
      weights = widened(sizes, weights);
      sizes[0] = 2 * FeatureSchema.WIDTH;
    }
    PlainMlp start = new PlainMlp(sizes, weights);
    if (options.head().isPresent() && !init.trainingCard().containsKey(Policy.SKIP_UNITS)) {
      start = SkipUnits.add(start, init.normaliser());
    }
    return start;
  }

  /** Queues that the policy meets, to see how its units differ over their jobs. */
  private List<float[]> queues(Policy start) {
    List<float[]> queues = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(options.seed());
    for (int episode = 0; episode < SCALE_EPISODES; episode++) {
      Trajectory run = Rollout.explore(start, source, random.nextLong(), 0);
      for (int step = 0; step < run.steps().size(); step += SCALE_EVERY) {
        queues.add(run.steps().get(step).features());
      }
    }
    return queues;
  }

  /** Weights of a network that takes the queue's mean too, and does not care for it yet. */
  private static float[] widened(int[] sizes, float[] weights) {
    int first = sizes[0] * sizes[1];
    float[] wide = new float[weights.length + first];
    System.arraycopy(weights, 0, wide, 0, first);
    System.arraycopy(weights, first, wide, 2 * first, weights.length - first);
    return wide;
  }

  /** What must be the same for a checkpoint to go on. */
  String fingerprint(Policy init) {
    List<Object> all =
        new ArrayList<>(
            List.of(
                FeatureSchema.hash(),
                options.seed(),
                options.setAware(),
                options.hyper(),
                options.head(),
                source.description(),
                Arrays.hashCode(init.network().weights())));
    if (!recorded.isEmpty()) {
      all.add(recorded.digest());
    }
    return Integer.toHexString(all.hashCode());
  }
}
