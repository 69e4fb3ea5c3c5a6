package io.rltune.policy.train;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.ParityProbe;
import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.net.PolicyFileException;
import io.rltune.policy.ppo.Episode;
import io.rltune.policy.ppo.EpisodeSource;
import io.rltune.policy.ppo.ExperienceSource;
import io.rltune.policy.ppo.PpoOptions;
import io.rltune.policy.ppo.Rollout;
import io.rltune.policy.ppo.Trajectory;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Trains a policy by proximal policy optimisation (Schulman et al., arXiv 1707.06347) on episodes
 * of a simulated cluster. On one thread, and with a number of iterations instead of a time, equal
 * options give equal files; a run that was killed goes on from its checkpoint as if nothing had
 * happened.
 */
public final class PpoTrainer {
  private static final int CRITIC_WIDTH = 32;

  private static final String CURVE_HEADER =
      "iteration,cost,mean_wait_s,validation_cost,entropy,divergence,clipped,explained,decisions\n";

  private final EpisodeSource source;
  private final ExperienceSource experience;
  private final PpoOptions options;
  private final Consumer<String> log;

  /**
   * Makes a trainer.
   *
   * @param source validation episodes, and what the critic sees
   * @param experience training episodes
   * @param log gets a line per iteration
   */
  public PpoTrainer(
      EpisodeSource source, ExperienceSource experience, PpoOptions options, Consumer<String> log) {
    this.source = source;
    this.experience = experience;
    this.options = options;
    this.log = log;
  }

  /** Trains to the end and writes the best policy of the validations. */
  public Policy run() throws IOException, InterruptedException {
    Policy init = init();
    PpoState state =
        Files.exists(options.checkpoint())
            ? PpoState.load(options.checkpoint(), fingerprint(init))
            : begin(init);
    if (state.iteration > 0) {
      log.accept("goes on after iteration " + state.iteration + " from " + options.checkpoint());
    }
    Dl4jLearner actor = new Dl4jLearner(state.actor);
    Dl4jLearner critic = new Dl4jLearner(state.critic, false);
    PpoUpdate update =
        new PpoUpdate(actor, critic, state.normaliser, options.setAware(), options.hyper());
    if (state.iteration == 0 && state.curve.length() == 0) {
      state.curve.append(CURVE_HEADER);
      validate(state);
      log.accept(
          String.format(
              Locale.ROOT, "start: validation cost %.4f of the reference", state.bestCost));
    }
    Progress progress = new Progress(options, state.iteration, state.spentS);
    while (!isDone(state, progress)) {
      iterate(state, update, progress);
    }
    Policy trained = policy(state);
    PolicyFile.write(options.out(), trained);
    Files.deleteIfExists(options.checkpoint());
    return trained;
  }

  private boolean isDone(PpoState state, Progress progress) {
    return state.iteration >= options.iterations()
        || state.sinceBest >= options.hyper().patience()
        || progress.isOver();
  }

  private void iterate(PpoState state, PpoUpdate update, Progress progress)
      throws IOException, InterruptedException {
    int iteration = state.iteration + 1;
    SplittableRandom random = new SplittableRandom(options.seed() * 1_000_003 + iteration);
    List<Long> seeds = new ArrayList<>();
    for (int e = 0; e < options.hyper().workloads(); e++) {
      seeds.add(random.nextLong());
    }
    List<Trajectory> trajectories =
        experience.collect(explorer(state), iteration, seeds, options.hyper().replicas());
    PpoUpdate.Report report =
        update.update(trajectories, random, iteration <= options.hyper().criticFirst());
    state.iteration = iteration;
    double cost =
        trajectories.stream().mapToDouble(t -> t.outcome().cost()).average().orElseThrow();
    double wait =
        trajectories.stream().mapToDouble(t -> t.outcome().meanWaitS()).average().orElseThrow();
    double validation = Double.NaN;
    if (iteration % options.hyper().validateEvery() == 0 || iteration == options.iterations()) {
      validation = validate(state);
    }
    state.curve.append(
        String.format(
            Locale.ROOT,
            "%d,%.4f,%.0f,%s,%.3f,%.4f,%.3f,%.3f,%d%n",
            iteration,
            cost,
            wait,
            Double.isNaN(validation) ? "" : String.format(Locale.ROOT, "%.4f", validation),
            report.entropy(),
            report.divergence(),
            report.clipped(),
            report.explained(),
            report.decisions()));
    state.spentS = progress.spentS();
    state.save(options.checkpoint());
    log.accept(progress.line(state, cost, validation, report));
  }

  /** Judges the policy as it stands; remembers it if it is the best so far. */
  private double validate(PpoState state) {
    Policy policy = current(state);
    double cost = 0;
    for (int number = 0; number < source.validationEpisodes(); number++) {
      Episode.Outcome outcome = Rollout.judge(policy, source.openValidation(number));
      cost += outcome.cost() / source.validationEpisodes();
    }
    if (cost < state.bestCost) {
      state.bestCost = cost;
      state.bestIteration = state.iteration;
      state.bestWeights = policy.network().weights();
      state.sinceBest = 0;
    } else {
      state.sinceBest++;
    }
    return cost;
  }

  private Policy init() throws IOException {
    Policy init =
        options.init().isPresent()
            ? PolicyFile.read(options.init().get())
            : NetworkScorer.shippedPolicy();
    if (init.isSetAware() && !options.setAware()) {
      throw new PolicyFileException(
          "policy "
              + init.name()
              + " is set-aware and cannot go on as a plain one; train it set-aware");
    }
    return init;
  }

  private PpoState begin(Policy init) {
    int[] sizes = init.network().sizes();
    float[] weights = init.network().weights();
    if (options.setAware() && !init.isSetAware()) {
      weights = widened(sizes, weights);
      sizes[0] = 2 * FeatureSchema.WIDTH;
    }
    MultiLayerNetwork actor =
        Dl4jNetwork.create(sizes, options.hyper().learningRate(), options.seed(), DataType.FLOAT);
    Dl4jNetwork.setWeights(actor, sizes, weights);
    int[] criticSizes = {source.outlookWidth(), CRITIC_WIDTH, CRITIC_WIDTH / 2, 1};
    MultiLayerNetwork critic =
        Dl4jNetwork.create(
            criticSizes, options.hyper().criticLearningRate(), options.seed() + 1, DataType.FLOAT);
    return new PpoState(fingerprint(init), actor, critic, init.normaliser());
  }

  /** Weights of a network that takes the queue's mean too, and does not care for it yet. */
  private static float[] widened(int[] sizes, float[] weights) {
    int first = sizes[0] * sizes[1];
    float[] wide = new float[weights.length + first];
    System.arraycopy(weights, 0, wide, 0, first);
    System.arraycopy(weights, first, wide, 2 * first, weights.length - first);
    return wide;
  }

  private Policy current(PpoState state) {
    return bare(Dl4jNetwork.toPlain(state.actor), state);
  }

  /** The policy as it explores: the same order where nothing is left to chance. */
  private Policy explorer(PpoState state) {
    PlainMlp network = Dl4jNetwork.toPlain(state.actor);
    return bare(network.times(options.hyper().sharpness()), state);
  }

  private Policy bare(PlainMlp network, PpoState state) {
    return new Policy(options.name(), network, state.normaliser, Map.of(), new byte[0]);
  }

  private Policy policy(PpoState state) throws IOException {
    PlainMlp best = state.best();
    Dl4jNetwork.setWeights(state.actor, best.sizes(), best.weights());
    float[] probe = ParityProbe.rows(best.inputs());
    Policy policy =
        new Policy(
            options.name(),
            best,
            state.normaliser,
            card(state),
            Dl4jNetwork.toBytes(state.actor),
            Dl4jNetwork.outputs(state.actor, probe, best.inputs()));
    Dl4jParity.check(policy);
    return policy;
  }

  private Map<String, String> card(PpoState state) throws IOException {
    Map<String, String> card = new TreeMap<>();
    card.put("method", "PPO");
    card.put("data", source.description());
    card.put("init", init().name());
    card.put("seed", Long.toString(options.seed()));
    card.put("iterations", Integer.toString(state.iteration));
    card.put("best_iteration", Integer.toString(state.bestIteration));
    card.put("best_validation_cost", String.format(Locale.ROOT, "%.4f", state.bestCost));
    card.put("hyper_parameters", options.hyper().toString());
    card.put("curve", state.curve.toString());
    return card;
  }

  /** What must be the same for a checkpoint to go on. */
  private String fingerprint(Policy init) {
    return Integer.toHexString(
        Arrays.asList(
                FeatureSchema.hash(),
                options.seed(),
                options.setAware(),
                options.hyper(),
                source.description(),
                Arrays.hashCode(init.network().weights()))
            .hashCode());
  }
}
