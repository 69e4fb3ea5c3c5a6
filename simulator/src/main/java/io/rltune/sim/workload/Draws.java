package io.rltune.sim.workload;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Random draws that give the same values on every platform and Java version: only {@link
 * SplittableRandom#nextDouble()} and {@link StrictMath} are used, neither of which has changed
 * between releases.
 */
final class Draws {
  private static final int MAX_ATTEMPTS = 64;

  private final SplittableRandom random;

  Draws(SplittableRandom random) {
    this.random = random;
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  double uniform(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  /** A whole number from low to high, both included. */
  int between(int low, int high) {
    return low + (int) (random.nextDouble() * (high - low + 1));
  }

  double exponential(double mean) {
    return -mean * StrictMath.log(1 - random.nextDouble());
  }

  /** Log-normal with the given median and sigma of the logarithm, cut to low..high. */
  double truncatedLogNormal(double median, double sigma, double low, double high) {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      double value = median * StrictMath.exp(sigma * gaussian());
      if (value >= low && value <= high) {
        return value;
      }
    }
    return Math.min(high, Math.max(low, median));
  }

  /** One item, with probability proportional to its weight. */
  <T> T pick(List<T> items, ToDoubleFunction<T> weight) {
    double total = items.stream().mapToDouble(weight).sum();
    double point = random.nextDouble() * total;
    for (T item : items) {
      point -= weight.applyAsDouble(item);
      if (point < 0) {
        return item;
      }
    }
    return items.get(items.size() - 1);
  }

  private double gaussian() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }
}
