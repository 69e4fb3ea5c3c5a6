package io.rltune.sim.engine;

import java.util.Arrays;

/**
 * Usage of several consumers that decays exponentially. It grows while jobs run, so each is kept as
 * a value and a rate and needs no periodic update.
 */
final class DecayingUsage {
  private final double decayPerS;
  private double[] usage = {};
  private double[] ratePerS = {};
  private double[] atS = {};

  DecayingUsage(double halfLifeS) {
    this.decayPerS = Math.log(2) / halfLifeS;
  }

  /** One more consumer, without usage. */
  void add() {
    int count = usage.length + 1;
    usage = Arrays.copyOf(usage, count);
    ratePerS = Arrays.copyOf(ratePerS, count);
    atS = Arrays.copyOf(atS, count);
  }

  /** From now on the consumer uses so much more a second. */
  void changeRate(int consumer, double byPerS, double nowS) {
    settle(consumer, nowS);
    ratePerS[consumer] = Math.max(0, ratePerS[consumer] + byPerS);
  }

  /** What each has used, as it counts now; not to be changed. */
  double[] settled(double nowS) {
    for (int consumer = 0; consumer < usage.length; consumer++) {
      settle(consumer, nowS);
    }
    return usage;
  }

  private void settle(int consumer, double nowS) {
    if (nowS == atS[consumer]) {
      return;
    }
    double kept = Math.exp(-decayPerS * (nowS - atS[consumer]));
    usage[consumer] = usage[consumer] * kept + ratePerS[consumer] * (1 - kept) / decayPerS;
    atS[consumer] = nowS;
  }
}
