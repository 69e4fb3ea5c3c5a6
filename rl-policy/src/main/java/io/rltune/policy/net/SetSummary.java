package io.rltune.policy.net;

import io.rltune.policy.features.FeatureSchema;

/** The pooled view of a queue that a set-aware network sees beside each job: the features' mean. */
public final class SetSummary {
  private SetSummary() {}

  /**
   * Mean of rows of normalised features.
   *
   * @param rows job after job
   * @param from first value
   * @param to after the last value
   */
  public static float[] of(float[] rows, int from, int to) {
    int width = FeatureSchema.WIDTH;
    double[] sums = new double[width];
    for (int i = from; i < to; i++) {
      sums[(i - from) % width] += rows[i];
    }
    int count = Math.max(1, (to - from) / width);
    float[] mean = new float[width];
    for (int i = 0; i < width; i++) {
      mean[i] = (float) (sums[i] / count);
    }
    return mean;
  }

  /**
   * Rows of both, own features and summary, for a whole batch of queues.
   *
   * @param rows normalised features, job after job
   * @param offsets queue {@code s} owns rows {@code offsets[s]} to {@code offsets[s+1]-1}
   */
  public static float[] append(float[] rows, int[] offsets) {
    int width = FeatureSchema.WIDTH;
    float[] wide = new float[2 * rows.length];
    for (int s = 0; s + 1 < offsets.length; s++) {
      float[] mean = of(rows, offsets[s] * width, offsets[s + 1] * width);
      for (int row = offsets[s]; row < offsets[s + 1]; row++) {
        System.arraycopy(rows, row * width, wide, 2 * row * width, width);
        System.arraycopy(mean, 0, wide, (2 * row + 1) * width, width);
      }
    }
    return wide;
  }
}
