package io.rltune.policy.net;

import java.util.Arrays;

/**
 * Forward pass of a fully connected network with ReLU between its layers and one linear output, in
 * plain Java: the daemon scores without native code (docs/adr/003). Immutable and thread-safe.
 *
 * <p>Weights are those of Deeplearning4j's dense layers: layer by layer, first the matrix row by
 * row (inputs x outputs), then the bias.
 */
public final class PlainMlp {
  private static final int MAX_WIDTH = 4_096;
  private static final int MAX_LAYERS = 16;

  private final int[] sizes;
  private final float[] weights;
  private final float[][][] matrices;
  private final float[][] biases;

  /**
   * Makes a network.
   *
   * @param sizes widths from the input to the output; the last is 1
   * @param weights all weights, {@link #weightCount} of them, each finite
   * @throws IllegalArgumentException if sizes and weights do not go together, or a weight is not
   *     finite
   */
  public PlainMlp(int[] sizes, float[] weights) {
    int expected = weightCount(sizes);
    if (weights.length != expected) {
      throw new IllegalArgumentException(
          "layers "
              + Arrays.toString(sizes)
              + " need "
              + expected
              + " weights, not "
              + weights.length);
    }
    for (int i = 0; i < weights.length; i++) {
      if (!Float.isFinite(weights[i])) {
        throw new IllegalArgumentException("weight " + i + " is " + weights[i]);
      }
    }
    this.sizes = sizes.clone();
    this.weights = weights.clone();
    this.matrices = matrices();
    this.biases = biases();
  }

  /** Weights that a network of these layer widths has. */
  public static int weightCount(int[] sizes) {
    if (sizes.length < 2 || sizes.length > MAX_LAYERS || sizes[sizes.length - 1] != 1) {
      throw new IllegalArgumentException(
          "layers " + Arrays.toString(sizes) + ": need 2 to " + MAX_LAYERS + ", the last 1 wide");
    }
    int count = 0;
    for (int layer = 0; layer + 1 < sizes.length; layer++) {
      if (sizes[layer] < 1 || sizes[layer] > MAX_WIDTH) {
        throw new IllegalArgumentException(
            "layer " + layer + " is " + sizes[layer] + " wide, not 1 to " + MAX_WIDTH);
      }
      count += (sizes[layer] + 1) * sizes[layer + 1];
    }
    return count;
  }

  public int[] sizes() {
    return sizes.clone();
  }

  public float[] weights() {
    return weights.clone();
  }

  /** Width of the input. */
  public int inputs() {
    return sizes[0];
  }

  /** The network whose outputs are those of this one times a factor. */
  public PlainMlp times(double factor) {
    float[] scaled = weights.clone();
    int last = sizes[sizes.length - 2] + 1;
    for (int i = scaled.length - last; i < scaled.length; i++) {
      scaled[i] *= (float) factor;
    }
    return new PlainMlp(sizes, scaled);
  }

  /** A forward pass over these weights, with room of its own; one for each thread. */
  public ForwardPass newPass() {
    return new ForwardPass(sizes, matrices, biases);
  }

  /**
   * Runs the network on rows of inputs.
   *
   * @param rows row after row, {@link #inputs} values each
   * @return one output per row
   */
  public float[] forward(float[] rows) {
    return forward(rows, new float[0]);
  }

  /**
   * Runs the network on rows that share their last inputs.
   *
   * @param rows row after row, the first inputs of each
   * @param shared the last inputs of every row; their part of the first layer is computed once
   * @return one output per row
   */
  public float[] forward(float[] rows, float[] shared) {
    int own = sizes[0] - shared.length;
    if (own < 1 || rows.length % own != 0) {
      throw new IllegalArgumentException(
          rows.length
              + " values are not rows of "
              + own
              + " inputs, with "
              + shared.length
              + " shared");
    }
    float[] out = new float[rows.length / own];
    newPass().run(rows, out.length, shared, out);
    return out;
  }

  /** Layer by layer the weights of each input, an array of their own: see {@link ForwardPass}. */
  private float[][][] matrices() {
    float[][][] split = new float[sizes.length - 1][][];
    int at = 0;
    for (int layer = 0; layer < split.length; layer++) {
      split[layer] = new float[sizes[layer]][];
      for (int in = 0; in < sizes[layer]; in++, at += sizes[layer + 1]) {
        split[layer][in] = Arrays.copyOfRange(weights, at, at + sizes[layer + 1]);
      }
      at += sizes[layer + 1];
    }
    return split;
  }

  private float[][] biases() {
    float[][] split = new float[sizes.length - 1][];
    int at = 0;
    for (int layer = 0; layer < split.length; layer++) {
      at += sizes[layer] * sizes[layer + 1];
      split[layer] = Arrays.copyOfRange(weights, at, at + sizes[layer + 1]);
      at += sizes[layer + 1];
    }
    return split;
  }
}
