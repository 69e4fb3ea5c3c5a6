package io.rltune.policy.train;

/**
 * Listwise cross-entropy with a teacher (ListNet, Cao et al., ICML 2007): the teacher's scores make
 * a target distribution over each queue, and the network's outputs are pulled towards it. Gradient
 * per row: (p - target)/segments.
 */
public final class ImitationLoss implements SegmentLoss {
  private final double[] teacher;
  private final double temperature;

  /**
   * Makes the loss of one batch.
   *
   * @param teacherScores teacher's score per row, higher first
   * @param temperature above 0; the higher, the more the tail of a queue counts
   */
  public ImitationLoss(double[] teacherScores, double temperature) {
    this.teacher = teacherScores.clone();
    this.temperature = temperature;
    for (int row = 0; row < teacher.length; row++) {
      teacher[row] /= temperature;
    }
  }

  public double temperature() {
    return temperature;
  }

  @Override
  public double evaluate(double[] outputs, int[] offsets, double[] gradient) {
    int segments = offsets.length - 1;
    double loss = 0;
    for (int s = 0; s < segments; s++) {
      int from = offsets[s];
      double[] logs = RaggedSoftmax.logProbabilities(outputs, from, offsets[s + 1]);
      double[] targets = RaggedSoftmax.logProbabilities(teacher, from, offsets[s + 1]);
      for (int i = 0; i < logs.length; i++) {
        double target = Math.exp(targets[i]);
        loss -= target * logs[i];
        gradient[from + i] = (Math.exp(logs[i]) - target) / segments;
      }
    }
    return loss / segments;
  }
}
