package io.rltune.policy.train;

import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.Normaliser;
import io.rltune.policy.net.SetSummary;
import io.rltune.policy.ppo.Advantages;
import io.rltune.policy.ppo.PpoOptions.Hyper;
import io.rltune.policy.ppo.RecordedChoices;
import io.rltune.policy.ppo.RecordedChoices.Choice;
import io.rltune.policy.ppo.ReplicaBaseline;
import io.rltune.policy.ppo.Trajectory;
import io.rltune.policy.ppo.Trajectory.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One PPO update of policy and critic from a batch of episodes. */
final class PpoUpdate implements PolicyUpdate {
  private final Dl4jLearner actor;
  private final Dl4jLearner critic;
  private final Normaliser normaliser;
  private final boolean setAware;
  private final Hyper hyper;
  private final RecordedChoices recorded;

  PpoUpdate(
      Dl4jLearner actor,
      Dl4jLearner critic,
      Normaliser normaliser,
      boolean setAware,
      Hyper hyper,
      RecordedChoices recorded) {
    this.actor = actor;
    this.critic = critic;
    this.normaliser = normaliser;
    this.setAware = setAware;
    this.hyper = hyper;
    this.recorded = recorded;
  }

  private record Sample(Step step, double advantage, double target) {}

  @Override
  public Report update(List<Trajectory> trajectories, int iteration, SplittableRandom random) {
    // Advantages of a critic that knows nothing yet would only spoil the policy.
    boolean criticOnly = iteration <= hyper.criticFirst();
    List<Sample> samples = new ArrayList<>();
    double explained = sample(trajectories, samples);
    if (samples.size() > hyper.decisions()) {
      shuffle(samples, random);
      samples = samples.subList(0, hyper.decisions());
    }
    List<Sample> beside = criticOnly ? List.of() : recorded(samples.size(), random);
    double divergence = 0;
    double entropy = 0;
    double clipped = 0;
    int pass = 0;
    while (pass < hyper.passes() && divergence <= hyper.targetDivergence()) {
      pass++;
      shuffle(samples, random);
      double divergences = 0;
      double entropies = 0;
      double clips = 0;
      int steps = 0;
      for (int from = 0; from < samples.size(); from += hyper.batch()) {
        List<Sample> batch = samples.subList(from, Math.min(samples.size(), from + hyper.batch()));
        if (!criticOnly) {
          PpoLoss loss = improve(batch, part(beside, from, batch.size(), samples.size()));
          divergences += loss.divergence();
          entropies += loss.meanEntropy();
          clips += loss.clippedShare();
        }
        value(batch);
        steps++;
      }
      steps = Math.max(1, steps);
      divergence = divergences / steps;
      entropy = entropies / steps;
      clipped = clips / steps;
    }
    return new Report(divergence, entropy, clipped, explained, pass, samples.size(), beside.size());
  }

  /** Recorded choices; the critic does not learn from them, they have a baseline of their own. */
  private List<Sample> recorded(int replayed, SplittableRandom random) {
    List<Sample> samples = new ArrayList<>();
    for (Choice choice : recorded.draw(replayed, random)) {
      samples.add(new Sample(choice.step(), choice.advantage(), Double.NaN));
    }
    return samples;
  }

  /** The part of the recorded choices that goes with a batch of {@code count} of {@code all}. */
  private static List<Sample> part(List<Sample> beside, int from, int count, int all) {
    long size = beside.size();
    return beside.subList((int) (size * from / all), (int) (size * (from + count) / all));
  }

  /**
   * Fills the samples; gives the share of the returns' variance that baseline and critic explain.
   * The critic learns what the baseline leaves. Advantages are scaled workload by workload: within
   * one, a run that went better than the others must keep its lead.
   */
  private double sample(List<Trajectory> trajectories, List<Sample> samples) {
    Explained explained = new Explained();
    for (List<Trajectory> runs : Trajectory.byWorkload(trajectories)) {
      List<double[]> advantages = new ArrayList<>();
      List<double[]> targets = new ArrayList<>();
      for (Trajectory run : runs) {
        List<Step> steps = run.steps();
        double[] rewards = steps.stream().mapToDouble(Step::reward).toArray();
        double[] baseline = ReplicaBaseline.of(run, runs, hyper.discount());
        double[] values = values(steps);
        for (int t = 0; t < values.length; t++) {
          values[t] += baseline[t];
        }
        double[] own = Advantages.of(rewards, values, hyper.discount(), hyper.lambda());
        explained.add(ReplicaBaseline.toGo(steps, hyper.discount()), values);
        double[] target = new double[own.length];
        for (int t = 0; t < own.length; t++) {
          target[t] = own[t] + values[t] - baseline[t];
        }
        advantages.add(own);
        targets.add(target);
      }
      Advantages.scale(advantages);
      for (int r = 0; r < runs.size(); r++) {
        for (int t = 0; t < targets.get(r).length; t++) {
          Step step = runs.get(r).steps().get(t);
          samples.add(new Sample(step, advantages.get(r)[t], targets.get(r)[t]));
        }
      }
    }
    return samples.isEmpty() ? 0 : explained.share();
  }

  /** How much of the variance of returns their predictions explain. */
  private static final class Explained {
    private double count;
    private double sum;
    private double squares;
    private double errors;

    void add(double[] returns, double[] predictions) {
      for (int t = 0; t < returns.length; t++) {
        count++;
        sum += returns[t];
        squares += returns[t] * returns[t];
        errors += (returns[t] - predictions[t]) * (returns[t] - predictions[t]);
      }
    }

    double share() {
      double variance = squares / count - (sum / count) * (sum / count);
      return 1 - errors / count / Math.max(1e-12, variance);
    }
  }

  private double[] values(List<Step> steps) {
    if (steps.isEmpty()) {
      return new double[0];
    }
    float[] outputs = critic.snapshot().forward(outlooks(steps));
    double[] values = new double[outputs.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = outputs[i];
    }
    return values;
  }

  private static float[] outlooks(List<Step> steps) {
    int width = steps.get(0).outlook().length;
    float[] rows = new float[steps.size() * width];
    for (int i = 0; i < steps.size(); i++) {
      System.arraycopy(steps.get(i).outlook(), 0, rows, i * width, width);
    }
    return rows;
  }

  private PpoLoss improve(List<Sample> replayed, List<Sample> beside) {
    List<Sample> batch = new ArrayList<>(replayed);
    batch.addAll(beside);
    int[] offsets = new int[batch.size() + 1];
    for (int s = 0; s < batch.size(); s++) {
      offsets[s + 1] = offsets[s] + batch.get(s).step().features().length / FeatureSchema.WIDTH;
    }
    float[] features = new float[offsets[batch.size()] * FeatureSchema.WIDTH];
    int[][] picks = new int[batch.size()][];
    double[][] old = new double[batch.size()][];
    double[] advantages = new double[batch.size()];
    for (int s = 0; s < batch.size(); s++) {
      Sample sample = batch.get(s);
      float[] own = sample.step().features();
      System.arraycopy(own, 0, features, offsets[s] * FeatureSchema.WIDTH, own.length);
      picks[s] = sample.step().picks();
      old[s] = sample.step().logProbabilities();
      advantages[s] = sample.advantage();
    }
    float[] rows = normaliser.apply(features);
    PpoLoss loss =
        new PpoLoss(picks, advantages, old, hyper.clipRatio(), hyper.entropy(), hyper.sharpness())
            .countingFirst(replayed.size());
    actor.step(setAware ? SetSummary.append(rows, offsets) : rows, offsets, loss);
    return loss;
  }

  private void value(List<Sample> batch) {
    int[] offsets = new int[batch.size() + 1];
    double[] targets = new double[batch.size()];
    for (int s = 0; s < batch.size(); s++) {
      offsets[s + 1] = s + 1;
      targets[s] = batch.get(s).target();
    }
    critic.step(
        outlooks(batch.stream().map(Sample::step).toList()), offsets, new ValueLoss(targets));
  }

  private static void shuffle(List<Sample> samples, SplittableRandom random) {
    for (int i = samples.size() - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      Sample swap = samples.get(i);
      samples.set(i, samples.get(j));
      samples.set(j, swap);
    }
  }
}
