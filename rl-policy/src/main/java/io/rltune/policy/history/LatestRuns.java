package io.rltune.policy.history;

import java.util.Arrays;

/**
 * The latest values of something, in order, with weights that halve with age: quartiles without
 * sorting. A ring, so that memory is bounded and old habits are forgotten.
 */
final class LatestRuns {
  private final int capacity;

  /** In order of arrival. */
  private double[] values = new double[2];

  private double[] weights = new double[2];

  /** In order of the values. */
  private double[] sorted = new double[2];

  private double[] sortedWeights = new double[2];
  private int size;
  private int next;
  private double originS = Double.NaN;
  private double median;
  private double deviation;

  LatestRuns(int capacity) {
    this.capacity = capacity;
  }

  void add(double value, double timeS, double halfLifeS) {
    originS = Double.isNaN(originS) ? timeS : originS;
    // Newer ones grow instead of older ones shrinking; only ratios count. 700 is 38 years.
    double weight = Math.exp(Math.min(700, Math.log(2) * (timeS - originS) / halfLifeS));
    if (size < capacity) {
      makeRoom();
      next = size;
    } else {
      next = (next + 1) % size;
      removeSorted(values[next], weights[next]);
    }
    values[next] = value;
    weights[next] = weight;
    insertSorted(value, weight);
    settle();
  }

  double median() {
    return median;
  }

  /** Half the interquartile range over 0.674: the deviation, were they normal. */
  double deviation() {
    return deviation;
  }

  private void makeRoom() {
    if (size == values.length) {
      int larger = Math.min(capacity, 2 * size);
      values = Arrays.copyOf(values, larger);
      weights = Arrays.copyOf(weights, larger);
      sorted = Arrays.copyOf(sorted, larger);
      sortedWeights = Arrays.copyOf(sortedWeights, larger);
    }
  }

  private void insertSorted(double value, double weight) {
    int at = size++;
    for (; at > 0 && sorted[at - 1] > value; at--) {
      sorted[at] = sorted[at - 1];
      sortedWeights[at] = sortedWeights[at - 1];
    }
    sorted[at] = value;
    sortedWeights[at] = weight;
  }

  private void removeSorted(double value, double weight) {
    int at = 0;
    while (sorted[at] != value || sortedWeights[at] != weight) {
      at++;
    }
    size--;
    System.arraycopy(sorted, at + 1, sorted, at, size - at);
    System.arraycopy(sortedWeights, at + 1, sortedWeights, at, size - at);
  }

  private void settle() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += sortedWeights[i];
    }
    median = quantile(sum / 2);
    deviation = (quantile(3 * sum / 4) - quantile(sum / 4)) / 1.349;
  }

  private double quantile(double at) {
    double soFar = 0;
    for (int i = 0; i < size; i++) {
      soFar += sortedWeights[i];
      if (soFar >= at) {
        return sorted[i];
      }
    }
    return sorted[size - 1];
  }
}
