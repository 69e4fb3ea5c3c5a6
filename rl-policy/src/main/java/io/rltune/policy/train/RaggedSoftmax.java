package io.rltune.policy.train;

/** Softmax within a segment, in doubles: no padding, no masks. */
public final class RaggedSoftmax {
  private RaggedSoftmax() {}

  /**
   * Log-probabilities of one segment; stable for outputs of any finite size.
   *
   * @param outputs outputs of all segments
   * @param from first row of the segment
   * @param to row after its last
   */
  public static double[] logProbabilities(double[] outputs, int from, int to) {
    if (to <= from) {
      throw new IllegalArgumentException("empty segment at row " + from);
    }
    double max = Double.NEGATIVE_INFINITY;
    for (int row = from; row < to; row++) {
      max = Math.max(max, outputs[row]);
    }
    double sum = 0;
    for (int row = from; row < to; row++) {
      sum += Math.exp(outputs[row] - max);
    }
    double logSum = Math.log(sum);
    double[] logs = new double[to - from];
    for (int row = from; row < to; row++) {
      logs[row - from] = outputs[row] - max - logSum;
    }
    return logs;
  }
}
