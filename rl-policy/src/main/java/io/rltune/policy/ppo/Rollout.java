package io.rltune.policy.ppo;

import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.features.QueueView;
import io.rltune.policy.net.Policy;
import io.rltune.policy.ppo.Episode.Consequence;
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
  public static final int MOST_PICKS = 8;

  private Rollout() {}

  /** An episode in the order of the policy's outputs, without chance. */
  public static Episode.Outcome judge(Policy policy, Episode episode) {
    return episode.run(
        new Episode.Steering() {
          private final QueueScores scores = new QueueScores(policy);
          private final Descending sort = new Descending();

          @Override
          public int[] order(QueueView queue, double timeS, float[] outlook, Consequence last) {
            return sort.order(scores.of(queue), queue.jobCount());
          }

          @Override
          public void end(Consequence last) {}
        });
  }

  /**
   * An episode with orders drawn by chance.
   *
   * @param seed seed of the episode's workload
   * @param replica number of the run of that workload; others draw other orders
   */
  public static Trajectory explore(Policy policy, EpisodeSource source, long seed, int replica) {
    Explorer explorer = new Explorer(policy, ~seed + replica * 0x9E3779B97F4A7C15L);
    Episode.Outcome outcome = source.open(seed).run(explorer);
    return new Trajectory(seed, replica, explorer.steps, outcome);
  }

  private static final class Explorer implements Episode.Steering {
    private final QueueScores scores;
    private final Descending sort = new Descending();
    private final SplittableRandom random;
    private final List<Trajectory.Step> steps = new ArrayList<>();
    private double timeS;
    private float[] features;
    private float[] outlook;
    private float[] outputs;
    private int[] order;
    private int orderLength;

    Explorer(Policy policy, long seed) {
      this.scores = new QueueScores(policy);
      this.random = new SplittableRandom(seed);
    }

    @Override
    public int[] order(QueueView queue, double newTimeS, float[] newOutlook, Consequence last) {
      end(last);
      timeS = newTimeS;
      outlook = newOutlook.clone();
      int jobs = queue.jobCount();
      outputs = Arrays.copyOf(scores.of(queue), jobs);
      features = Arrays.copyOf(scores.features(), jobs * FeatureSchema.WIDTH);
      double[] keys = sort.keys(jobs);
      for (int i = 0; i < jobs; i++) {
        keys[i] = outputs[i] - Math.log(-Math.log(openUnit(random)));
      }
      order = sort.order(jobs);
      orderLength = jobs;
      return order;
    }

    @Override
    public void end(Consequence last) {
      if (order != null) {
        int mattered = Math.max(1, Math.min(MOST_PICKS, Math.min(orderLength, last.mattered())));
        int[] picks = Arrays.copyOf(order, mattered);
        steps.add(
            new Trajectory.Step(
                timeS, features, outlook, picks, logProbabilities(outputs, picks), last.reward()));
      }
    }
  }

  /**
   * Log-probability of each pick among the jobs not picked before it.
   *
   * @param outputs of the policy, one a job
   * @param picks jobs in the order of the choice
   */
  public static double[] logProbabilities(float[] outputs, int[] picks) {
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
}
