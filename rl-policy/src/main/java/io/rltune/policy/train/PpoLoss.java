package io.rltune.policy.train;

/**
 * The clipped surrogate of PPO with an entropy bonus (Schulman et al., arXiv 1707.06347), where an
 * action is the choice of one job of a queue: mean over segments of -min(r A, clip(r) A) - c H.
 *
 * <p>Gradient per row: [g (1[row = action] - p) + c p (log p + H)]/segments with g = -A r, or 0
 * where the clipped branch is the smaller one.
 */
public final class PpoLoss implements SegmentLoss {
  private final int[] actions;
  private final double[] advantages;
  private final double[] oldLogProbabilities;
  private final double clipRatio;
  private final double entropyCoefficient;

  /**
   * Makes the loss of one batch, with an entry per segment in each array.
   *
   * @param actions the job chosen, counted from the segment's first row
   * @param advantages advantage of that choice
   * @param oldLogProbabilities its log-probability when it was chosen
   * @param clipRatio the ratio may move by this much, e.g. 0.2
   * @param entropyCoefficient weight of the entropy bonus, 0 or more
   */
  public PpoLoss(
      int[] actions,
      double[] advantages,
      double[] oldLogProbabilities,
      double clipRatio,
      double entropyCoefficient) {
    if (actions.length != advantages.length || actions.length != oldLogProbabilities.length) {
      throw new IllegalArgumentException(
          actions.length
              + " actions, "
              + advantages.length
              + " advantages, "
              + oldLogProbabilities.length
              + " old log-probabilities");
    }
    this.actions = actions.clone();
    this.advantages = advantages.clone();
    this.oldLogProbabilities = oldLogProbabilities.clone();
    this.clipRatio = clipRatio;
    this.entropyCoefficient = entropyCoefficient;
  }

  @Override
  public double evaluate(double[] outputs, int[] offsets, double[] gradient) {
    int segments = offsets.length - 1;
    if (segments != actions.length) {
      throw new IllegalArgumentException(segments + " segments but " + actions.length + " actions");
    }
    double loss = 0;
    for (int s = 0; s < segments; s++) {
      int from = offsets[s];
      double[] logs = RaggedSoftmax.logProbabilities(outputs, from, offsets[s + 1]);
      double entropy = entropy(logs);
      double ratio = Math.exp(logs[actions[s]] - oldLogProbabilities[s]);
      double plain = ratio * advantages[s];
      double clipped = Math.max(1 - clipRatio, Math.min(1 + clipRatio, ratio)) * advantages[s];
      loss -= Math.min(plain, clipped) + entropyCoefficient * entropy;
      double pull = plain <= clipped ? -plain : 0;
      for (int i = 0; i < logs.length; i++) {
        double p = Math.exp(logs[i]);
        double chosen = i == actions[s] ? 1 : 0;
        gradient[from + i] =
            (pull * (chosen - p) + entropyCoefficient * p * (logs[i] + entropy)) / segments;
      }
    }
    return loss / segments;
  }

  private static double entropy(double[] logs) {
    double entropy = 0;
    for (double log : logs) {
      // 0 log 0 = 0: an underflown probability adds nothing.
      entropy -= Math.exp(log) * log;
    }
    return entropy;
  }
}
