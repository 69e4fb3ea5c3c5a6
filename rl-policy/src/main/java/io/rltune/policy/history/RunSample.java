package io.rltune.policy.history;

import java.util.Arrays;

/**
 * The latest runs of one kind, with their times: a ring, so that memory is bounded and old habits
 * are forgotten.
 */
final class RunSample {
  private final int capacity;
  private double[] runtimes = new double[2];
  private double[] limits = new double[2];
  private double[] times = new double[2];
  private int size;
  private int next;
  private int running;

  /**
   * What some values, logarithms all, say.
   *
   * @param median weighted median
   * @param logMean logarithm of the weighted mean of what they are logarithms of
   * @param squares weighted sum of the squared distances from the mean of the values
   * @param weight decayed count
   */
  record Summary(double median, double logMean, double squares, double weight) {
    static final Summary NOTHING = new Summary(0, 0, 0, 0);
  }

  /**
   * The runs, seen in two ways.
   *
   * @param runtime their runtimes
   * @param share what they used of their requested walltimes; of the runs that had one
   */
  record Summaries(Summary runtime, Summary share) {}

  private Summaries summaries;
  private double summaryAtS = Double.NaN;

  /** A sample of the latest runs, at most {@code capacity}. */
  RunSample(int capacity) {
    this.capacity = capacity;
  }

  /**
   * Takes a run in.
   *
   * @param runtime logarithm of its runtime
   * @param limit logarithm of its requested walltime; infinite without one
   * @param timeS when it ended
   */
  void add(double runtime, double limit, double timeS) {
    if (size == times.length && size < capacity) {
      int larger = Math.min(capacity, 2 * size);
      runtimes = Arrays.copyOf(runtimes, larger);
      limits = Arrays.copyOf(limits, larger);
      times = Arrays.copyOf(times, larger);
    }
    if (size < times.length) {
      next = size++;
    } else {
      next = (next + 1) % size;
    }
    runtimes[next] = runtime;
    limits[next] = limit;
    times[next] = timeS;
    summaries = null;
  }

  /** More (or fewer) runs of the kind go on now. */
  void running(int more) {
    running = Math.max(0, running + more);
  }

  /** Runs of the kind that go on now. */
  int running() {
    return running;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /**
   * The sample at a time. Kept while nothing is added and the weights have hardly decayed: a queue
   * of thousands asks for the same kin again and again.
   */
  Summaries at(double nowS, double halfLifeS) {
    if (summaries == null || !(Math.abs(nowS - summaryAtS) < halfLifeS / 256)) {
      double[] shares = new double[size];
      for (int i = 0; i < size; i++) {
        shares[i] = Math.min(0, runtimes[i] - limits[i]);
      }
      summaries =
          new Summaries(summarise(runtimes, nowS, halfLifeS), summarise(shares, nowS, halfLifeS));
      summaryAtS = nowS;
    }
    return summaries;
  }

  /** Values that are not finite are left out. */
  private Summary summarise(double[] values, double nowS, double halfLifeS) {
    Integer[] order = new Integer[size];
    double[] weights = new double[size];
    int count = 0;
    double weight = 0;
    double total = 0;
    double sum = 0;
    for (int i = 0; i < size; i++) {
      if (Double.isFinite(values[i])) {
        order[count++] = i;
        weights[i] = Math.exp(-Math.log(2) * Math.max(0, nowS - times[i]) / halfLifeS);
        weight += weights[i];
        total += weights[i] * Math.exp(values[i]);
        sum += weights[i] * values[i];
      }
    }
    if (count == 0 || weight == 0) {
      return Summary.NOTHING;
    }
    double mean = sum / weight;
    double squares = 0;
    for (int i = 0; i < count; i++) {
      double off = values[order[i]] - mean;
      squares += weights[order[i]] * off * off;
    }
    Arrays.sort(order, 0, count, (a, b) -> Double.compare(values[a], values[b]));
    return new Summary(
        median(values, order, count, weights, weight / 2),
        Math.log(total / weight),
        squares,
        weight);
  }

  private static double median(
      double[] values, Integer[] order, int count, double[] weights, double half) {
    double soFar = 0;
    for (int i = 0; i < count; i++) {
      soFar += weights[order[i]];
      if (soFar >= half) {
        return values[order[i]];
      }
    }
    return values[order[count - 1]];
  }
}
