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
  private final int widest;

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
    this.widest = Arrays.stream(sizes).max().orElseThrow();
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

  /**
   * Runs the network on rows of inputs.
   *
   * @param rows row after row, {@link #inputs} values each
   * @return one output per row
   */
  public float[] forward(float[] rows) {
    if (rows.length % sizes[0] != 0) {
      throw new IllegalArgumentException(
          rows.length + " values are not rows of " + sizes[0] + " inputs");
    }
    float[] out = new float[rows.length / sizes[0]];
    float[] in = new float[widest];
    float[] sums = new float[widest];
    for (int row = 0; row < out.length; row++) {
      System.arraycopy(rows, row * sizes[0], in, 0, sizes[0]);
      int at = 0;
      for (int layer = 0; layer + 1 < sizes.length; layer++) {
        at = forwardLayer(layer, at, in, sums);
        float[] swap = in;
        in = sums;
        sums = swap;
      }
      out[row] = in[0];
    }
    return out;
  }

  /** One layer; input by input, so that the inner loop runs over neighbours and is vectorised. */
  private int forwardLayer(int layer, int start, float[] in, float[] sums) {
    int width = sizes[layer + 1];
    int bias = start + sizes[layer] * width;
    System.arraycopy(weights, bias, sums, 0, width);
    for (int i = 0; i < sizes[layer]; i++) {
      float value = in[i];
      if (value != 0) {
        int row = start + i * width;
        for (int o = 0; o < width; o++) {
          sums[o] += value * weights[row + o];
        }
      }
    }
    if (layer + 2 < sizes.length) {
      for (int o = 0; o < width; o++) {
        sums[o] = Math.max(0, sums[o]);
      }
    }
    return bias + width;
  }
}
