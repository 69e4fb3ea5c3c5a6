package io.rltune.policy.train;

import io.rltune.policy.ppo.HeadNoise;
import io.rltune.policy.ppo.PpoOptions;
import io.rltune.policy.ppo.PpoOptions.Hyper;
import io.rltune.policy.ppo.Trajectory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One PPO update where an action is the noise on the last layer: the weights are Gaussian about
 * those of the network, an episode is one draw, and its advantage is how much cheaper it was than
 * the mean of the runs of its workload. The ratio of two such Gaussians is known exactly, and so is
 * their divergence.
 */
final class HeadUpdate implements PolicyUpdate {
  /** An episode counts for no more standard deviations than this, however it went. */
  private static final double MOST = 3;

  private final Dl4jLearner actor;
  private final double[] scales;
  private final Hyper hyper;
  private final double stepSize;

  HeadUpdate(Dl4jLearner actor, double[] scales, PpoOptions options) {
    this.actor = actor;
    this.scales = scales;
    this.hyper = options.hyper();
    this.stepSize = options.head().orElseThrow().stepSize();
  }

  private record Sample(double[] noise, double advantage) {}

  @Override
  public Report update(List<Trajectory> trajectories, int iteration, SplittableRandom random) {
    List<Sample> samples = new ArrayList<>();
    double explained = sample(trajectories, samples);
    double[] moved = new double[scales.length];
    double divergence = 0;
    double clipped = 0;
    int pass = 0;
    while (pass < hyper.passes() && divergence <= hyper.targetDivergence()) {
      pass++;
      double[] gradient = new double[scales.length];
      clipped = gradient(samples, moved, gradient);
      double[] byWeight = new double[scales.length];
      for (int i = 0; i < scales.length; i++) {
        moved[i] -= stepSize * gradient[i];
        byWeight[i] = stepSize * gradient[i] * scales[i];
      }
      actor.stepHead(byWeight);
      divergence = squares(moved) / 2;
    }
    return new Report(divergence, 0, clipped, explained, pass, samples.size(), 0);
  }

  /** Advantages; gives the share of the costs' variance that the workloads explain. */
  private double sample(List<Trajectory> trajectories, List<Sample> samples) {
    double overall = trajectories.stream().mapToDouble(HeadUpdate::cost).average().orElse(0);
    double within = 0;
    double all = 0;
    for (List<Trajectory> runs : Trajectory.byWorkload(trajectories)) {
      double mean = runs.stream().mapToDouble(HeadUpdate::cost).average().orElseThrow();
      for (Trajectory run : runs) {
        double better = mean - cost(run);
        within += better * better;
        all += (cost(run) - overall) * (cost(run) - overall);
        samples.add(new Sample(HeadNoise.draw(run.seed(), run.replica(), scales.length), better));
      }
    }
    double size = Math.sqrt(within / Math.max(1, samples.size())) + 1e-12;
    samples.replaceAll(
        s -> new Sample(s.noise(), Math.max(-MOST, Math.min(MOST, s.advantage() / size))));
    return 1 - within / Math.max(1e-12, all);
  }

  /** Relative differences: a window of long waits counts no more than one of short ones. */
  private static double cost(Trajectory run) {
    return Math.log(Math.max(1e-6, run.outcome().cost()));
  }

  /**
   * Gradient of the clipped surrogate by the mean of the Gaussian, in standard deviations.
   *
   * @param moved where the mean is by now
   * @return share of the runs whose ratio was clipped
   */
  private double gradient(List<Sample> samples, double[] moved, double[] gradient) {
    double clipped = 0;
    double still = squares(moved) / 2;
    for (Sample sample : samples) {
      double log = -still;
      for (int i = 0; i < moved.length; i++) {
        log += sample.noise()[i] * moved[i];
      }
      double ratio = Math.exp(log);
      double held = Math.max(1 - hyper.clipRatio(), Math.min(1 + hyper.clipRatio(), ratio));
      clipped += Math.abs(ratio - 1) > hyper.clipRatio() ? 1 : 0;
      if (ratio * sample.advantage() <= held * sample.advantage()) {
        double pull = ratio * sample.advantage() / samples.size();
        for (int i = 0; i < moved.length; i++) {
          boolean moves = scales[i] > 0;
          gradient[i] -= moves ? pull * (sample.noise()[i] - moved[i]) : 0;
        }
      }
    }
    return clipped / Math.max(1, samples.size());
  }

  private static double squares(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }
}
