package io.rltune.policy.net;

/** Shifts and scales each feature to mean 0 and deviation 1 over the training data. Immutable. */
public final class Normaliser {
  /** A feature that hardly varied in training is not blown up. */
  private static final double LEAST_DEVIATION = 1e-3;

  private final float[] mean;
  private final float[] deviation;

  /**
   * Makes a normaliser of given figures.
   *
   * @throws IllegalArgumentException if the lengths differ, a value is not finite or a deviation is
   *     not positive
   */
  public Normaliser(float[] mean, float[] deviation) {
    if (mean.length != deviation.length) {
      throw new IllegalArgumentException(
          mean.length + " means but " + deviation.length + " deviations");
    }
    for (int i = 0; i < mean.length; i++) {
      if (!Float.isFinite(mean[i]) || !Float.isFinite(deviation[i]) || deviation[i] <= 0) {
        throw new IllegalArgumentException(
            "feature " + i + " has mean " + mean[i] + " and deviation " + deviation[i]);
      }
    }
    this.mean = mean.clone();
    this.deviation = deviation.clone();
  }

  /** Mean and deviation of the columns of rows. */
  public static Normaliser fit(float[] rows, int width) {
    int count = rows.length / width;
    double[] sum = new double[width];
    double[] squares = new double[width];
    for (int i = 0; i < count * width; i++) {
      sum[i % width] += rows[i];
      squares[i % width] += (double) rows[i] * rows[i];
    }
    float[] mean = new float[width];
    float[] deviation = new float[width];
    for (int i = 0; i < width; i++) {
      double average = sum[i] / count;
      double variance = Math.max(0, squares[i] / count - average * average);
      mean[i] = (float) average;
      deviation[i] = (float) Math.max(LEAST_DEVIATION, Math.sqrt(variance));
    }
    return new Normaliser(mean, deviation);
  }

  public int width() {
    return mean.length;
  }

  public float[] mean() {
    return mean.clone();
  }

  public float[] deviation() {
    return deviation.clone();
  }

  /** Normalised copy of rows. */
  public float[] apply(float[] rows) {
    float[] scaled = new float[rows.length];
    apply(rows, rows.length, scaled);
    return scaled;
  }

  /** Normalises the first values of rows into others. */
  void apply(float[] rows, int values, float[] scaled) {
    int width = mean.length;
    for (int from = 0; from < values; from += width) {
      int columns = Math.min(width, values - from);
      for (int i = 0; i < columns; i++) {
        scaled[from + i] = (rows[from + i] - mean[i]) / deviation[i];
      }
    }
  }
}
