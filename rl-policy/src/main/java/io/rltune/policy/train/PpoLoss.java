package io.rltune.policy.train;

import java.util.Arrays;

/**
 * The clipped surrogate of PPO with an entropy bonus (Schulman et al., arXiv 1707.06347), where an
 * action is the choice of jobs of a queue one after the other, each by a softmax over those left:
 * mean over segments of the sum over picks of -min(r A, clip(r) A) - c H.
 *
 * <p>Gradient per row and pick, for rows not yet picked: [g (1[row = pick] - p) + c p (log p +
 * H)]/segments with g = -A r, or 0 where the clipped branch is the smaller one; by the network's
 * outputs, times the sharpness.
 */
public final class PpoLoss implements SegmentLoss {
  private final int[][] picks;
  private final double[] advantages;
  private final double[][] oldLogProbabilities;
  private final double clipRatio;
  private final double entropyCoefficient;
  private final double sharpness;
  private int counted;
  private double oldMinusNew;
  private double clipped;
  private double entropySum;
  private int pickCount;

  /**
   * Makes the loss of one batch, with an entry per segment in each array.
   *
   * @param picks the jobs chosen, in order, counted from the segment's first row
   * @param advantages advantage of the choice
   * @param oldLogProbabilities log-probability of each pick when it was made
   * @param clipRatio the ratio may move by this much, e.g. 0.2
   * @param entropyCoefficient weight of the entropy bonus, 0 or more
   * @param sharpness the softmax is over the outputs times this, positive
   */
  public PpoLoss(
      int[][] picks,
      double[] advantages,
      double[][] oldLogProbabilities,
      double clipRatio,
      double entropyCoefficient,
      double sharpness) {
    if (picks.length != advantages.length || picks.length != oldLogProbabilities.length) {
      throw new IllegalArgumentException(
          picks.length
              + " actions, "
              + advantages.length
              + " advantages, "
              + oldLogProbabilities.length
              + " old log-probabilities");
    }
    this.picks = picks.clone();
    this.advantages = advantages.clone();
    this.oldLogProbabilities = oldLogProbabilities.clone();
    this.clipRatio = clipRatio;
    this.entropyCoefficient = entropyCoefficient;
    this.sharpness = sharpness;
    this.counted = picks.length;
  }

  /**
   * Lets divergence, clipping and entropy be those of the first so many segments alone: choices of
   * an older policy would otherwise look as if the policy at hand had moved.
   */
  PpoLoss countingFirst(int segments) {
    counted = segments;
    return this;
  }

  @Override
  public double evaluate(double[] networkOutputs, int[] offsets, double[] gradient) {
    int segments = offsets.length - 1;
    double[] outputs = Arrays.stream(networkOutputs).map(z -> sharpness * z).toArray();
    if (segments != picks.length) {
      throw new IllegalArgumentException(segments + " segments but " + picks.length + " actions");
    }
    oldMinusNew = 0;
    clipped = 0;
    entropySum = 0;
    pickCount = 0;
    double loss = 0;
    for (int s = 0; s < segments; s++) {
      int from = offsets[s];
      Arrays.fill(gradient, from, offsets[s + 1], 0);
      boolean[] gone = new boolean[offsets[s + 1] - from];
      for (int k = 0; k < picks[s].length; k++) {
        loss += pick(s, k, outputs, from, gone, gradient, segments);
        gone[picks[s][k]] = true;
      }
    }
    return loss / segments;
  }

  private double pick(
      int s, int k, double[] outputs, int from, boolean[] gone, double[] gradient, int segments) {
    double[] logs = logProbabilities(outputs, from, gone);
    double entropy = entropy(logs);
    int action = picks[s][k];
    double ratio = Math.exp(logs[action] - oldLogProbabilities[s][k]);
    double plain = ratio * advantages[s];
    double held = Math.max(1 - clipRatio, Math.min(1 + clipRatio, ratio)) * advantages[s];
    double pull = plain <= held ? -plain : 0;
    for (int i = 0; i < logs.length; i++) {
      if (!gone[i]) {
        double p = Math.exp(logs[i]);
        double chosen = i == action ? 1 : 0;
        double bonus = p > 0 ? entropyCoefficient * p * (logs[i] + entropy) : 0;
        gradient[from + i] += sharpness * (pull * (chosen - p) + bonus) / segments;
      }
    }
    if (s < counted) {
      oldMinusNew += oldLogProbabilities[s][k] - logs[action];
      clipped += Math.abs(ratio - 1) > clipRatio ? 1 : 0;
      entropySum += entropy;
      pickCount++;
    }
    return -(Math.min(plain, held) + entropyCoefficient * entropy);
  }

  /** Estimate of the KL divergence of the old policy from the new one, in the last evaluation. */
  public double divergence() {
    return oldMinusNew / Math.max(1, pickCount);
  }

  /** Share of picks whose ratio was clipped, in the last evaluation. */
  public double clippedShare() {
    return clipped / Math.max(1, pickCount);
  }

  /** Mean entropy of a pick in nats, in the last evaluation. */
  public double meanEntropy() {
    return entropySum / Math.max(1, pickCount);
  }

  private static double[] logProbabilities(double[] outputs, int from, boolean[] gone) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < gone.length; i++) {
      max = gone[i] ? max : Math.max(max, outputs[from + i]);
    }
    double sum = 0;
    for (int i = 0; i < gone.length; i++) {
      sum += gone[i] ? 0 : Math.exp(outputs[from + i] - max);
    }
    double logSum = Math.log(sum);
    double[] logs = new double[gone.length];
    for (int i = 0; i < gone.length; i++) {
      logs[i] = gone[i] ? Double.NEGATIVE_INFINITY : outputs[from + i] - max - logSum;
    }
    return logs;
  }

  private static double entropy(double[] logs) {
    double entropy = 0;
    for (double log : logs) {
      // 0 log 0 = 0: a job picked before, or an underflown probability, adds nothing.
      double p = Math.exp(log);
      entropy -= p > 0 ? p * log : 0;
    }
    return entropy;
  }
}
