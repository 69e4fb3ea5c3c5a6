package io.rltune.policy.history;

import java.util.Arrays;

/**
 * The latest values of one kind of runs, with their times: a ring, so that memory is bounded and
 * old habits are forgotten. Values are logarithms.
 */
final class RunSample {
  private final int capacity;
  private double[] values = new double[2];
  private double[] times = new double[2];
  private int size;
  private int next;

  /** What a sample says: weighted median, log of the mean, robust deviation, decayed count. */
  record Summary(double median, double logMean, double deviation, double weight) {}

  private Summary summary;
  private double summaryAtS = Double.NaN;

  /** A sample of the latest values, at most {@code capacity}. */
  RunSample(int capacity) {
    this.capacity = capacity;
  }

  void add(double value, double timeS) {
    if (size == values.length && size < capacity) {
      int larger = Math.min(capacity, 2 * size);
      values = Arrays.copyOf(values, larger);
      times = Arrays.copyOf(times, larger);
    }
    if (size < values.length) {
      next = size++;
    } else {
      next = (next + 1) % size;
    }
    values[next] = value;
    times[next] = timeS;
    summary = null;
  }

  /**
   * The sample at a time. Kept while nothing is added and the weights have hardly decayed: a queue
   * of thousands asks for the same kin again and again.
   */
  Summary at(double nowS, double halfLifeS) {
    if (summary == null || !(Math.abs(nowS - summaryAtS) < halfLifeS / 256)) {
      summary = summarise(nowS, halfLifeS);
      summaryAtS = nowS;
    }
    return summary;
  }

  private Summary summarise(double nowS, double halfLifeS) {
    Integer[] order = new Integer[size];
    double[] weights = new double[size];
    double sum = 0;
    double total = 0;
    for (int i = 0; i < size; i++) {
      order[i] = i;
      weights[i] = Math.exp(-Math.log(2) * Math.max(0, nowS - times[i]) / halfLifeS);
      sum += weights[i];
      total += weights[i] * Math.exp(values[i]);
    }
    Arrays.sort(order, (a, b) -> Double.compare(values[a], values[b]));
    double median = quantile(order, weights, sum / 2);
    double low = quantile(order, weights, sum / 4);
    double high = quantile(order, weights, 3 * sum / 4);
    // Half the interquartile range over 0.674 is the deviation of a normal distribution.
    return new Summary(median, Math.log(total / sum), (high - low) / 1.349, sum);
  }

  private double quantile(Integer[] order, double[] weights, double at) {
    double soFar = 0;
    for (int i : order) {
      soFar += weights[i];
      if (soFar >= at) {
        return values[i];
      }
    }
    return values[order[order.length - 1]];
  }
}
