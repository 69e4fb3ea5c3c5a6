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
    return quantile(share, new double[0]);
  }

  /** The same of these values and more, of which at least one is known. */
  double quantile(double share, double[] more) {
    double[] sorted = Arrays.copyOf(values, size + more.length);
    System.arraycopy(more, 0, sorted, size, more.length);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, Math.min(sorted.length - 1, rank))];
  }
}
