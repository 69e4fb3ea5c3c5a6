package io.rltune.policy.net;

/**
 * The forward pass of a {@link PlainMlp} with buffers of its own, so that it allocates nothing. Not
 * thread-safe.
 *
 * <p>The weights of each input lie in an array of their own, and the sums of four inputs are added
 * at once in a loop without offsets. That form the JIT compiler turns into vector instructions;
 * over one flat array, or with an offset in the index, it does not, and the pass takes five times
 * as long (measured on Java 17).
 */
public final class ForwardPass {
  private final int[] sizes;
  private final float[][][] matrices;
  private final float[][] biases;
  private final float[][] sums;
  private final float[] base;

  /** The last layer's weights, one an input. */
  private final float[] column;

  ForwardPass(int[] sizes, float[][][] matrices, float[][] biases) {
    this.sizes = sizes;
    this.matrices = matrices;
    this.biases = biases;
    this.sums = new float[matrices.length][];
    for (int layer = 0; layer < sums.length; layer++) {
      sums[layer] = new float[sizes[layer + 1]];
    }
    this.base = new float[sizes[1]];
    float[][] last = matrices[matrices.length - 1];
    this.column = new float[last.length];
    for (int i = 0; i < column.length; i++) {
      column[i] = last[i][0];
    }
  }

  /**
   * Runs the network.
   *
   * @param rows row after row, the first inputs of each; more rows than {@code count} may follow
   * @param count rows to run
   * @param shared the last inputs, the same for every row; empty if rows hold them all
   * @param out gets an output per row
   */
  public void run(float[] rows, int count, float[] shared, float[] out) {
    int own = sizes[0] - shared.length;
    System.arraycopy(biases[0], 0, base, 0, base.length);
    for (int i = 0; i < shared.length; i++) {
      add(base, matrices[0][own + i], shared[i]);
    }
    for (int row = 0; row < count; row++) {
      System.arraycopy(base, 0, sums[0], 0, base.length);
      addProducts(sums[0], matrices[0], rows, row * own, own);
      for (int layer = 1; layer < sums.length; layer++) {
        float[] in = sums[layer - 1];
        rectify(in);
        System.arraycopy(biases[layer], 0, sums[layer], 0, biases[layer].length);
        if (layer + 1 < sums.length) {
          addProducts(sums[layer], matrices[layer], in, 0, in.length);
        } else {
          sums[layer][0] += dot(column, in);
        }
      }
      out[row] = sums[sums.length - 1][0];
    }
  }

  private static void addProducts(
      float[] sums, float[][] matrix, float[] in, int from, int inputs) {
    int i = 0;
    for (; i + 4 <= inputs; i += 4) {
      int at = from + i;
      addFour(
          sums,
          matrix[i],
          in[at],
          matrix[i + 1],
          in[at + 1],
          matrix[i + 2],
          in[at + 2],
          matrix[i + 3],
          in[at + 3]);
    }
    for (; i < inputs; i++) {
      add(sums, matrix[i], in[from + i]);
    }
  }

  private static void addFour(
      float[] sums,
      float[] first,
      float a,
      float[] second,
      float b,
      float[] third,
      float c,
      float[] fourth,
      float d) {
    for (int o = 0; o < sums.length; o++) {
      sums[o] += a * first[o] + b * second[o] + c * third[o] + d * fourth[o];
    }
  }

  private static void add(float[] sums, float[] weights, float value) {
    for (int o = 0; o < sums.length; o++) {
      sums[o] += value * weights[o];
    }
  }

  private static float dot(float[] weights, float[] in) {
    float sum = 0;
    for (int i = 0; i < in.length; i++) {
      sum += in[i] * weights[i];
    }
    return sum;
  }

  private static void rectify(float[] sums) {
    for (int o = 0; o < sums.length; o++) {
      sums[o] = Math.max(0, sums[o]);
    }
  }
}
