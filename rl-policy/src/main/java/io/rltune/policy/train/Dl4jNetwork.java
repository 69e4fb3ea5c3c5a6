package io.rltune.policy.train;

import io.rltune.policy.net.PlainMlp;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.nn.weights.WeightInit;
import org.deeplearning4j.util.ModelSerializer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.schedule.ISchedule;
import org.nd4j.linalg.schedule.PolySchedule;
import org.nd4j.linalg.schedule.ScheduleType;

/** Makes, saves, loads and translates the Deeplearning4j network of a policy. */
final class Dl4jNetwork {
  private Dl4jNetwork() {}

  /**
   * A fresh network: dense layers with ReLU, a linear output, Adam with a learning rate that falls
   * to 0 over the steps.
   */
  static MultiLayerNetwork create(
      int[] sizes, double learningRate, int steps, long seed, DataType type) {
    ISchedule falling = new PolySchedule(ScheduleType.ITERATION, learningRate, 1, steps + 1);
    return create(sizes, new Adam(falling), seed, type);
  }

  /** The same with a learning rate that stays. */
  static MultiLayerNetwork create(int[] sizes, double learningRate, long seed, DataType type) {
    return create(sizes, new Adam(learningRate), seed, type);
  }

  /** The same with steps that are given: each is taken as it is. */
  static MultiLayerNetwork createForGivenSteps(int[] sizes, long seed, DataType type) {
    return create(sizes, new Sgd(1), seed, type);
  }

  private static MultiLayerNetwork create(int[] sizes, IUpdater updater, long seed, DataType type) {
    NeuralNetConfiguration.ListBuilder layers =
        new NeuralNetConfiguration.Builder()
            .seed(seed)
            .dataType(type)
            .updater(updater)
            .weightInit(WeightInit.XAVIER)
            // The loss is already a mean; Deeplearning4j must not divide again.
            .miniBatch(false)
            .gradientNormalization(GradientNormalization.None)
            .list();
    for (int layer = 0; layer + 1 < sizes.length; layer++) {
      boolean last = layer + 2 == sizes.length;
      layers.layer(
          new DenseLayer.Builder()
              .nIn(sizes[layer])
              .nOut(sizes[layer + 1])
              .activation(last ? Activation.IDENTITY : Activation.RELU)
              .build());
    }
    MultiLayerNetwork network = new MultiLayerNetwork(layers.build());
    network.init();
    return network;
  }

  static PlainMlp toPlain(MultiLayerNetwork network) {
    int layers = network.getnLayers();
    int[] sizes = new int[layers + 1];
    for (int layer = 0; layer < layers; layer++) {
      INDArray matrix = network.getLayer(layer).getParam("W");
      sizes[layer] = (int) matrix.rows();
      sizes[layer + 1] = (int) matrix.columns();
    }
    float[] weights = new float[PlainMlp.weightCount(sizes)];
    int at = 0;
    for (int layer = 0; layer < layers; layer++) {
      for (float[] row : network.getLayer(layer).getParam("W").toFloatMatrix()) {
        System.arraycopy(row, 0, weights, at, row.length);
        at += row.length;
      }
      float[] bias = network.getLayer(layer).getParam("b").toFloatVector();
      System.arraycopy(bias, 0, weights, at, bias.length);
      at += bias.length;
    }
    return new PlainMlp(sizes, weights);
  }

  /** Gives a network other weights, in the order of {@link PlainMlp}. */
  static void setWeights(MultiLayerNetwork network, int[] sizes, float[] weights) {
    int at = 0;
    for (int layer = 0; layer + 1 < sizes.length; layer++) {
      int matrix = sizes[layer] * sizes[layer + 1];
      assign(network.getLayer(layer).getParam("W"), Arrays.copyOfRange(weights, at, at + matrix));
      at += matrix;
      assign(
          network.getLayer(layer).getParam("b"),
          Arrays.copyOfRange(weights, at, at + sizes[layer + 1]));
      at += sizes[layer + 1];
    }
  }

  private static void assign(INDArray parameter, float[] values) {
    try (INDArray source =
        Nd4j.createFromArray(values).reshape('c', parameter.rows(), parameter.columns())) {
      parameter.assign(source);
    }
  }

  /** Deeplearning4j's own file, its zip entries without dates, so that equal networks are equal. */
  static byte[] toBytes(MultiLayerNetwork network) throws IOException {
    ByteArrayOutputStream dated = new ByteArrayOutputStream();
    ModelSerializer.writeModel(network, dated, false);
    ByteArrayOutputStream undated = new ByteArrayOutputStream();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(dated.toByteArray()));
        ZipOutputStream out = new ZipOutputStream(undated)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        ZipEntry copy = new ZipEntry(entry.getName());
        copy.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
        out.putNextEntry(copy);
        in.transferTo(out);
        out.closeEntry();
      }
    }
    return undated.toByteArray();
  }

  static MultiLayerNetwork fromBytes(byte[] model) throws IOException {
    return ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(model), false);
  }

  /** Outputs of Deeplearning4j's own forward pass, one per row. */
  static float[] outputs(MultiLayerNetwork network, float[] rows, int width) {
    try (INDArray input = Nd4j.createFromArray(rows).reshape('c', rows.length / width, width);
        INDArray output = network.output(input, false)) {
      return output.toFloatVector();
    }
  }
}
