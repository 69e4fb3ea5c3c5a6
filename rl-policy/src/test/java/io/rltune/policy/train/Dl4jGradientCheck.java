package io.rltune.policy.train;

import java.util.SplittableRandom;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Compares the gradient by every weight with finite differences, in double precision. A main class,
 * for Deeplearning4j stays out of the test JVM.
 */
final class Dl4jGradientCheck {
  private static final int WIDTH = 5;
  private static final int[] OFFSETS = {0, 1, 4, 9, 11};

  private Dl4jGradientCheck() {}

  public static void main(String[] args) {
    SplittableRandom random = new SplittableRandom(4);
    float[] rows = new float[WIDTH * OFFSETS[OFFSETS.length - 1]];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextDouble(-2, 2);
    }
    double[] teacher = random.doubles(OFFSETS[OFFSETS.length - 1], -3, 3).toArray();
    print("imitation", rows, new ImitationLoss(teacher, 1.5));
    print(
        "ppo",
        rows,
        new PpoLoss(
            new int[][] {{0}, {1}, {4, 0}, {0}},
            new double[] {1, -1, 0.5, 2},
            new double[][] {{0}, {-1.2}, {-1.4, -1.2}, {-0.6}},
            0.2,
            0.03,
            2));
  }

  private static void print(String name, float[] rows, SegmentLoss loss) {
    MultiLayerNetwork network =
        Dl4jNetwork.create(new int[] {WIDTH, 6, 4, 1}, 1e-3, 10, 2, DataType.DOUBLE);
    Dl4jLearner learner = new Dl4jLearner(network);
    double[] value = new double[1];
    double[] gradient = learner.gradient(rows, OFFSETS, loss, value).gradient().toDoubleVector();
    INDArray weights = network.params();
    double worst = 0;
    double largest = 0;
    double step = 1e-5;
    for (int i = 0; i < gradient.length; i++) {
      double weight = weights.getDouble(i);
      weights.putScalar(i, weight + step);
      learner.gradient(rows, OFFSETS, loss, value);
      double above = value[0];
      weights.putScalar(i, weight - step);
      learner.gradient(rows, OFFSETS, loss, value);
      double below = value[0];
      weights.putScalar(i, weight);
      worst = Math.max(worst, Math.abs(gradient[i] - (above - below) / (2 * step)));
      largest = Math.max(largest, Math.abs(gradient[i]));
    }
    System.out.println(name + " " + gradient.length + " " + largest + " " + worst);
  }
}
