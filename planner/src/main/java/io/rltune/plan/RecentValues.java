package io.rltune.plan;

import java.util.Arrays;
import java.util.List;

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

  /**
   * The smallest value that at least a share of all does not exceed.
   *
   * @param share 0 to 1
   * @param more values that count besides; one at least must be known
   */
  double quantile(double share, List<Double> more) {
    double[] sorted = Arrays.copyOf(values, size + more.size());
    for (int i = 0; i < more.size(); i++) {
      sorted[size + i] = more.get(i);
    }
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, Math.min(sorted.length - 1, rank))];
  }
}
