package io.rltune.policy.train;

/** Half the mean squared error of a critic's value, one row per segment. */
final class ValueLoss implements SegmentLoss {
  private final double[] targets;

  ValueLoss(double[] targets) {
    this.targets = targets.clone();
  }

  @Override
  public double evaluate(double[] outputs, int[] offsets, double[] gradient) {
    double loss = 0;
    for (int row = 0; row < targets.length; row++) {
      double error = outputs[row] - targets[row];
      loss += error * error / 2;
      gradient[row] = error / targets.length;
    }
    return loss / targets.length;
  }
}
