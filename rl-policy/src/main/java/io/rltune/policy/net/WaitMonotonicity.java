package io.rltune.policy.net;

import io.rltune.policy.features.Feature;
import io.rltune.policy.features.FeatureSchema;

/**
 * Holds a network to a promise that users can rely on: of two jobs otherwise alike, the one that
 * has waited longer never scores lower. Weights alone guarantee it, whatever training does to them.
 *
 * <p>The first half of each hidden layer are ageing units, the rest are free. Only ageing units see
 * the features that follow the wait, with the sign of it; an ageing unit passes on with weights of
 * 0 and more, and never to a free one. All other weights may be anything, so that nothing is lost
 * in what the policy can say of size, shape and cluster. (Partially monotone networks: Daniels and
 * Velikova, IEEE Trans. Neural Networks 21(6), 2010.)
 */
public final class WaitMonotonicity {
  /** Per input: 1 for a feature that rises with the wait, -1 for one that falls, 0 for others. */
  private static final int[] SIGNS = signs();

  private WaitMonotonicity() {}

  /** Whether a network's weights keep the promise. */
  public static boolean holds(PlainMlp network) {
    float[] weights = network.weights();
    float[] projected = network.weights();
    project(network.sizes(), projected);
    for (int i = 0; i < weights.length; i++) {
      // Not Arrays.equals: 0 and -0 are the same weight.
      if (weights[i] != projected[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Moves weights to the nearest ones that keep the promise.
   *
   * @param sizes widths of the layers; the first is that of the features
   * @param weights in the order of {@link PlainMlp}; changed in place
   */
  public static void project(int[] sizes, float[] weights) {
    if (sizes[0] != FeatureSchema.WIDTH && sizes[0] != 2 * FeatureSchema.WIDTH) {
      throw new IllegalArgumentException(
          "network takes " + sizes[0] + " inputs, there are " + FeatureSchema.WIDTH + " features");
    }
    int at = 0;
    for (int layer = 0; layer + 1 < sizes.length; layer++) {
      boolean toOutput = layer + 2 == sizes.length;
      for (int in = 0; in < sizes[layer]; in++) {
        // The queue's mean is the same for both jobs, so it is free.
        int sign =
            layer == 0
                ? (in < SIGNS.length ? SIGNS[in] : 0)
                : in < ageingUnits(sizes[layer]) ? 1 : 0;
        for (int out = 0; out < sizes[layer + 1]; out++, at++) {
          boolean toAgeing = toOutput || out < ageingUnits(sizes[layer + 1]);
          weights[at] = allowed(weights[at], sign, toAgeing);
        }
      }
      at += sizes[layer + 1];
    }
  }

  private static float allowed(float weight, int sign, boolean toAgeing) {
    if (sign == 0) {
      return weight;
    }
    boolean keeps = toAgeing && weight * sign >= 0;
    return keeps ? weight : 0;
  }

  private static int[] signs() {
    int[] signs = new int[FeatureSchema.WIDTH];
    signs[Feature.WAITED.index()] = 1;
    signs[Feature.WAITED_DAYS.index()] = 1;
    signs[Feature.WAITED_RELATIVE.index()] = 1;
    signs[Feature.WAITED_EXPECTED.index()] = 1;
    signs[Feature.QUEUE_AHEAD.index()] = -1;
    return signs;
  }

  private static int ageingUnits(int width) {
    return (width + 1) / 2;
  }
}
