package io.rltune.policy.ppo;

import io.rltune.policy.features.FeatureExtractor;
import io.rltune.policy.net.Policy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Lets a policy steer an episode: by chance, to learn from, or in the order of its outputs, to be
 * judged. Orders are drawn from the Plackett-Luce model of the outputs, by sorting them with Gumbel
 * noise added: the same as drawing one job after the other with softmax probabilities.
 */
public final class Rollout {
  /** Picks of one decision to learn from; the chance of later ones hardly depends on the first. */
  private static final int MOST_PICKS = 8;

  private Rollout() {}

  /** An episode in the order of the policy's outputs, without chance. */
  public static Episode.Outcome judge(Policy policy, Episode episode) {
    while (episode.advance()) {
      episode.reward();
      float[] outputs = policy.outputs(FeatureExtractor.extract(episode.queue()));
      double[] keys = new double[outputs.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = outputs[i];
      }
      episode.decide(descending(keys));
    }
    return episode.outcome();
  }

  /** An episode with orders drawn by chance. */
  public static Trajectory explore(Policy policy, Episode episode, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Trajectory.Step> steps = new ArrayList<>();
    Trajectory.Step open = null;
    boolean goesOn = episode.advance();
    while (true) {
      double reward = episode.reward();
      if (open != null) {
        steps.add(
            new Trajectory.Step(
                open.features(), open.outlook(), open.picks(), open.logProbabilities(), reward));
      }
      if (!goesOn) {
        return new Trajectory(steps, episode.outcome());
      }
      float[] features = FeatureExtractor.extract(episode.queue());
      float[] outlook = episode.outlook().clone();
      float[] outputs = policy.outputs(features);
      double[] keys = new double[outputs.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = outputs[i] - Math.log(-Math.log(openUnit(random)));
      }
      int[] order = descending(keys);
      int mattered = Math.min(MOST_PICKS, Math.min(order.length, episode.decide(order)));
      int[] picks = Arrays.copyOf(order, Math.max(1, mattered));
      open = new Trajectory.Step(features, outlook, picks, logProbabilities(outputs, picks), 0);
      goesOn = episode.advance();
    }
  }

  /** Log-probability of each pick among the jobs not picked before it. */
  static double[] logProbabilities(float[] outputs, int[] picks) {
    double max = Double.NEGATIVE_INFINITY;
    for (float output : outputs) {
      max = Math.max(max, output);
    }
    boolean[] gone = new boolean[outputs.length];
    double[] logs = new double[picks.length];
    for (int k = 0; k < picks.length; k++) {
      double sum = 0;
      for (int i = 0; i < outputs.length; i++) {
        sum += gone[i] ? 0 : Math.exp(outputs[i] - max);
      }
      logs[k] = outputs[picks[k]] - max - Math.log(sum);
      gone[picks[k]] = true;
    }
    return logs;
  }

  private static double openUnit(SplittableRandom random) {
    double unit = random.nextDouble();
    return unit > 0 ? unit : Double.MIN_NORMAL;
  }

  /** Numbers by key, greatest first, equal ones in order. */
  static int[] descending(double[] keys) {
    Integer[] order = new Integer[keys.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(keys[b], keys[a]));
    int[] plain = new int[keys.length];
    for (int i = 0; i < plain.length; i++) {
      plain[i] = order[i];
    }
    return plain;
  }
}
