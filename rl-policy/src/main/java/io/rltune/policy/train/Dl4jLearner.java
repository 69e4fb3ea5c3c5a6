package io.rltune.policy.train;

import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.WaitMonotonicity;
import java.util.List;
import org.deeplearning4j.nn.api.Layer;
import org.deeplearning4j.nn.gradient.Gradient;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.nn.workspace.LayerWorkspaceMgr;
import org.nd4j.common.primitives.Pair;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Trains a Deeplearning4j network with errors from outside: the rows of all queues of a batch go
 * through at once, without padding, and the loss is computed per queue in Java. After every step
 * the weights are those nearest ones that keep {@link WaitMonotonicity}.
 */
final class Dl4jLearner implements Learner {
  private static final double MAX_GRADIENT_NORM = 0.5;

  private final MultiLayerNetwork network;
  private final boolean waitMonotone;
  private final int inputs;

  /** Learns a policy. */
  Dl4jLearner(MultiLayerNetwork network) {
    this(network, true);
  }

  /**
   * Learns any network.
   *
   * @param waitMonotone whether it is a policy, and held to {@link WaitMonotonicity}
   */
  Dl4jLearner(MultiLayerNetwork network, boolean waitMonotone) {
    this.network = network;
    this.waitMonotone = waitMonotone;
    this.inputs = (int) network.getLayer(0).getParam("W").rows();
  }

  MultiLayerNetwork network() {
    return network;
  }

  @Override
  public double step(float[] rows, int[] offsets, SegmentLoss loss) {
    double[] value = new double[1];
    Gradient gradient = gradient(rows, offsets, loss, value);
    INDArray flat = gradient.gradient();
    double norm = flat.norm2Number().doubleValue();
    if (norm > MAX_GRADIENT_NORM) {
      flat.muli(MAX_GRADIENT_NORM / norm);
    }
    apply(gradient);
    return value[0];
  }

  /**
   * Moves the weights of the last layer, but for its bias, against a gradient that is known.
   *
   * @param byWeight one value a weight, as the updater shall have it
   */
  void stepHead(double[] byWeight) {
    int[] oneRow = {0, 1};
    SegmentLoss nothing = (outputs, offsets, errors) -> 0;
    Gradient gradient = gradient(new float[inputs], oneRow, nothing, new double[1]);
    INDArray head = gradient.getGradientFor(network.getnLayers() - 1 + "_W");
    for (int i = 0; i < byWeight.length; i++) {
      head.putScalar(i, byWeight[i]);
    }
    apply(gradient);
  }

  private void apply(Gradient gradient) {
    int iteration = network.getIterationCount();
    network
        .getUpdater()
        .update(
            network,
            gradient,
            iteration,
            network.getEpochCount(),
            1,
            LayerWorkspaceMgr.noWorkspaces());
    network.params().subi(gradient.gradient());
    network.setIterationCount(iteration + 1);
    if (waitMonotone) {
      keepWaitMonotonicity();
    }
    // Not network.clear(): that drops the solver, and Adam's moments with it.
    for (Layer layer : network.getLayers()) {
      layer.clear();
    }
  }

  private void keepWaitMonotonicity() {
    PlainMlp moved = Dl4jNetwork.toPlain(network);
    float[] weights = moved.weights();
    WaitMonotonicity.project(moved.sizes(), weights);
    Dl4jNetwork.setWeights(network, moved.sizes(), weights);
  }

  /** The loss's gradient by the parameters; a view that the next call overwrites. */
  Gradient gradient(float[] rows, int[] offsets, SegmentLoss loss, double[] value) {
    DataType type = network.params().dataType();
    int count = rows.length / inputs;
    INDArray input = Nd4j.createFromArray(rows).reshape('c', count, inputs).castTo(type);
    network.setInput(input);
    List<INDArray> activations = network.feedForward(true, false);
    double[] outputs = activations.get(activations.size() - 1).toDoubleVector();
    double[] errors = new double[count];
    value[0] = loss.evaluate(outputs, offsets, errors);
    INDArray epsilon = Nd4j.createFromArray(errors).reshape('c', count, 1).castTo(type);
    Pair<Gradient, INDArray> result =
        network.backpropGradient(epsilon, LayerWorkspaceMgr.noWorkspaces());
    // ND4J's memory is not the heap's: the collector sees no need to free it.
    activations.forEach(Dl4jLearner::close);
    close(epsilon);
    close(result.getSecond());
    return result.getFirst();
  }

  @Override
  public PlainMlp snapshot() {
    return Dl4jNetwork.toPlain(network);
  }

  private static void close(INDArray array) {
    if (array != null && array.closeable() && !array.wasClosed()) {
      array.close();
    }
  }
}
