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
    float[] base = sharedSums(own, shared);
    int firstMatrix = sizes[0] * sizes[1];
    float[] out = new float[rows.length / own];
    float[] in = new float[widest];
    float[] sums = new float[widest];
    for (int row = 0; row < out.length; row++) {
      System.arraycopy(rows, row * own, in, 0, own);
      System.arraycopy(base, 0, sums, 0, sizes[1]);
      addProducts(own, sizes[1], 0, in, sums);
      if (sizes.length > 2) {
        rectify(sizes[1], sums);
      }
      int at = firstMatrix + sizes[1];
      for (int layer = 1; layer + 1 < sizes.length; layer++) {
        float[] swap = in;
        in = sums;
        sums = swap;
        at = forwardLayer(layer, at, in, sums);
      }
      out[row] = sums[0];
    }
    return out;
  }

  /** Bias of the first layer and what the shared inputs add to it. */
  private float[] sharedSums(int own, float[] shared) {
    float[] base = new float[sizes[1]];
    System.arraycopy(weights, sizes[0] * sizes[1], base, 0, sizes[1]);
    addProducts(shared.length, sizes[1], own * sizes[1], shared, base);
    return base;
  }

  private int forwardLayer(int layer, int start, float[] in, float[] sums) {
    int width = sizes[layer + 1];
    int bias = start + sizes[layer] * width;
    System.arraycopy(weights, bias, sums, 0, width);
    addProducts(sizes[layer], width, start, in, sums);
    if (layer + 2 < sizes.length) {
      rectify(width, sums);
    }
    return bias + width;
  }

  /** Input by input, so that the inner loop runs over neighbours and is vectorised. */
  private void addProducts(int inputs, int width, int start, float[] in, float[] sums) {
    for (int i = 0; i < inputs; i++) {
      float value = in[i];
      if (value != 0) {
        int row = start + i * width;
        for (int o = 0; o < width; o++) {
          sums[o] += value * weights[row + o];
        }
      }
    }
  }

  private static void rectify(int width, float[] sums) {
    for (int o = 0; o < width; o++) {
      sums[o] = Math.max(0, sums[o]);
    }
  }
}
