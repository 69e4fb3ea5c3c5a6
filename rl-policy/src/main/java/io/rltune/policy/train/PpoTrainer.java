package io.rltune.policy.train;

import io.rltune.policy.net.ParityProbe;
import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.net.WaitMonotonicity;
import io.rltune.policy.ppo.Episode;
import io.rltune.policy.ppo.EpisodeSource;
import io.rltune.policy.ppo.ExperienceSource;
import io.rltune.policy.ppo.HeadNoise;
import io.rltune.policy.ppo.PpoOptions;
import io.rltune.policy.ppo.RecordedChoices;
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

/**
 * Trains a policy by proximal policy optimisation (Schulman et al., arXiv 1707.06347) on episodes
 * of a simulated cluster. On one thread, and with a number of iterations instead of a time, equal
 * options give equal files; a run that was killed goes on from its checkpoint as if nothing had
 * happened.
 */
public final class PpoTrainer {

  /** Below this a cost is nothing; its logarithm would outweigh all others. */
  private static final double LEAST_COST = 1e-3;

  private static final String CURVE_HEADER =
      "iteration,cost,mean_wait_s,validation_cost,entropy,divergence,clipped,explained,decisions\n";

  private final EpisodeSource source;
  private final ExperienceSource experience;
  private final RecordedChoices recorded;
  private final PpoOptions options;
  private final PpoStart start;
  private final Consumer<String> log;

  /**
   * Makes a trainer.
   *
   * @param source validation episodes, and what the critic sees
   * @param experience training episodes
   * @param recorded choices of a running daemon that are learnt from beside the episodes; without
   *     any, training is to the bit what it is without them
   * @param log gets a line per iteration
   */
  public PpoTrainer(
      EpisodeSource source,
      ExperienceSource experience,
      RecordedChoices recorded,
      PpoOptions options,
      Consumer<String> log) {
    if (options.head().isPresent() && !recorded.isEmpty()) {
      throw new IllegalArgumentException(
          "recorded choices are of orders: a search in the last layer cannot learn from them");
    }
    this.source = source;
    this.experience = experience;
    this.recorded = recorded;
    this.options = options;
    this.start = new PpoStart(source, options, recorded);
    this.log = log;
  }

  /** Trains to the end and writes the best policy of the validations. */
  public Policy run() throws IOException, InterruptedException {
    Policy init = start.init();
    PpoState state =
        Files.exists(options.checkpoint())
            ? PpoState.load(options.checkpoint(), start.fingerprint(init))
            : start.begin(init);
    if (state.iteration > 0) {
      log.accept("goes on after iteration " + state.iteration + " from " + options.checkpoint());
    }
    PolicyUpdate update = update(state);
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
    if (options.head().isPresent()) {
      goFurther(state, start.network(init));
    }
    Policy trained = policy(state);
    PolicyFile.write(options.out(), trained);
    Files.deleteIfExists(options.checkpoint());
    log.accept("wrote " + options.out());
    return trained;
  }

  /**
   * Tries the best weights' way from the start twice as far, and keeps it where it is cheaper: what
   * many noisy steps agree on is known better than how far it leads.
   */
  private void goFurther(PpoState state, PlainMlp first) {
    if (state.bestIteration == 0) {
      return;
    }
    float[] from = first.weights();
    float[] far = state.bestWeights.clone();
    for (int i = 0; i < far.length; i++) {
      far[i] += far[i] - from[i];
    }
    WaitMonotonicity.project(first.sizes(), far);
    double cost = cost(bare(new PlainMlp(first.sizes(), far), state), state);
    state.curve.append(String.format(Locale.ROOT, "twice as far,,,%.4f,,,,,%n", cost));
    if (cost < state.bestCost) {
      state.bestCost = cost;
      state.bestWeights = far;
      log.accept(String.format(Locale.ROOT, "twice as far: validation cost %.4f, kept", cost));
    }
  }

  private PolicyUpdate update(PpoState state) {
    Dl4jLearner actor = new Dl4jLearner(state.actor);
    return options.head().isPresent()
        ? new HeadUpdate(actor, state.scales, options)
        : new PpoUpdate(
            actor,
            new Dl4jLearner(state.critic, false),
            state.normaliser,
            options.setAware(),
            options.hyper(),
            recorded);
  }

  private boolean isDone(PpoState state, Progress progress) {
    return state.iteration >= options.iterations()
        || state.sinceBest >= options.hyper().patience()
        || progress.isOver();
  }

  private void iterate(PpoState state, PolicyUpdate update, Progress progress)
      throws IOException, InterruptedException {
    int iteration = state.iteration + 1;
    SplittableRandom random = new SplittableRandom(options.seed() * 1_000_003 + iteration);
    List<Long> seeds = new ArrayList<>();
    for (int e = 0; e < options.hyper().workloads(); e++) {
      seeds.add(random.nextLong());
    }
    List<Trajectory> trajectories =
        experience.collect(explorer(state), iteration, seeds, options.hyper().replicas());
    PolicyUpdate.Report report = update.update(trajectories, iteration, random);
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
    double cost = cost(policy, state);
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

  /** Geometric mean of a policy's costs in validation; says how it compares with the start. */
  private double cost(Policy policy, PpoState state) {
    double[] logs = new double[source.validationEpisodes()];
    for (int number = 0; number < logs.length; number++) {
      Episode.Outcome outcome = Rollout.judge(policy, source.openValidation(number));
      logs[number] = Math.log(Math.max(LEAST_COST, outcome.cost()));
    }
    double cost = Math.exp(Arrays.stream(logs).average().orElseThrow());
    if (state.startCosts.length == 0) {
      state.startCosts = logs;
    } else {
      log.accept(PairedCosts.of(logs, state.startCosts).line());
    }
    return cost;
  }

  private Policy current(PpoState state) {
    return bare(Dl4jNetwork.toPlain(state.actor), state);
  }

  /** The policy as it explores: the same order where nothing is left to chance. */
  private Policy explorer(PpoState state) {
    PlainMlp network = Dl4jNetwork.toPlain(state.actor);
    if (options.head().isPresent()) {
      return HeadNoise.withScales(bare(network, state), state.scales);
    }
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
    Policy init = start.init();
    // Without it, a later search in the last layer would add the units once more.
    if (options.head().isPresent() || init.trainingCard().containsKey(Policy.SKIP_UNITS)) {
      card.put(Policy.SKIP_UNITS, "yes");
    }
    options.head().ifPresent(search -> card.put("search", search.toString()));
    card.put("data", source.description());
    if (!recorded.isEmpty()) {
      card.put(
          "recorded_choices",
          "%d, at most %s of an update"
              .formatted(recorded.choices().size(), Double.toString(recorded.share())));
    }
    card.put("init", init.name());
    card.putAll(start.initCards());
    card.put("seed", Long.toString(options.seed()));
    card.put("iterations", Integer.toString(state.iteration));
    card.put("best_iteration", Integer.toString(state.bestIteration));
    card.put("best_validation_cost", String.format(Locale.ROOT, "%.4f", state.bestCost));
    card.put("hyper_parameters", options.hyper().toString());
    card.put("curve", state.curve.toString());
    return card;
  }
}
