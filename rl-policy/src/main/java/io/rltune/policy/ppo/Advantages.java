package io.rltune.policy.ppo;

import java.util.List;

/** Generalised advantage estimation (Schulman et al., arXiv 1506.02438). */
public final class Advantages {
  private Advantages() {}

  /**
   * Advantages of the decisions of one episode, which ends after the last.
   *
   * @param rewards reward after each decision
   * @param values critic's value at each decision
   * @param discount 0 to 1
   * @param lambda 0 (one step) to 1 (Monte Carlo)
   */
  public static double[] of(double[] rewards, double[] values, double discount, double lambda) {
    double[] advantages = new double[rewards.length];
    double sum = 0;
    for (int t = rewards.length - 1; t >= 0; t--) {
      double next = t + 1 < values.length ? values[t + 1] : 0;
      sum = rewards[t] + discount * next - values[t] + discount * lambda * sum;
      advantages[t] = sum;
    }
    return advantages;
  }

  /** Shifts and scales to mean 0 and deviation 1, over all episodes together, in place. */
  public static void normalise(List<double[]> advantages) {
    long count = 0;
    double sum = 0;
    double squares = 0;
    for (double[] some : advantages) {
      for (double advantage : some) {
        count++;
        sum += advantage;
        squares += advantage * advantage;
      }
    }
    if (count == 0) {
      return;
    }
    double mean = sum / count;
    double deviation = Math.sqrt(Math.max(0, squares / count - mean * mean)) + 1e-8;
    for (double[] some : advantages) {
      for (int i = 0; i < some.length; i++) {
        some[i] = (some[i] - mean) / deviation;
      }
    }
  }
}
