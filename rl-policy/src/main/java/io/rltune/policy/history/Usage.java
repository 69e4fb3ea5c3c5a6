package io.rltune.policy.history;

import java.util.HashMap;
import java.util.Map;

/** Decayed GPU-seconds by name. */
final class Usage {
  private final double rate;
  private final Map<String, Double> amounts = new HashMap<>();
  private double total;
  private double originS = Double.NaN;

  Usage(double halfLifeS) {
    this.rate = Math.log(2) / halfLifeS;
  }

  void add(String name, double amount, double atS) {
    if (Double.isNaN(originS)) {
      originS = atS;
    }
    // Inflated instead of decayed: shares are ratios, and adding is then one operation.
    double growth = rate * (atS - originS);
    if (growth > 200) {
      double shrink = Math.exp(-growth);
      amounts.replaceAll((key, value) -> value * shrink);
      total *= shrink;
      originS = atS;
      growth = 0;
    }
    double inflated = amount * Math.exp(growth);
    amounts.merge(name, inflated, Double::sum);
    total += inflated;
  }

  double share(String name) {
    return total > 0 ? amounts.getOrDefault(name, 0.0) / total : 0;
  }
}
