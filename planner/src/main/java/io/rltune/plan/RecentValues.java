package io.rltune.plan;

import java.util.Arrays;

/** The last so many values, for quantiles. */
final class RecentValues {
  private final double[] values;
  private int next;
  private int size;

  RecentValues(int capacity) {
    this.values = new double[capacity];
  }

  void add(double value) {
    values[next] = value;
    next = (next + 1) % values.length;
    size = Math.min(size + 1, values.length);
  }

  int size() {
    return size;
  }

  /** The smallest value that at least the given share, 0..1, does not exceed. */
  double quantile(double share) {
    double[] sorted = Arrays.copyOf(values, size);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * size) - 1;
    return sorted[Math.max(0, Math.min(size - 1, rank))];
  }
}
