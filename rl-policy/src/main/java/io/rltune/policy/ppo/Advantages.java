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

  /**
   * Scales the advantages of all runs of one workload to a root mean square of 1, in place:
   * workloads whose waits are long or noisy count no more than others. They are not shifted: the
   * baseline has the mean of the other runs taken out, and what is left says which run did better.
   */
  public static void scale(List<double[]> runs) {
    double count = 0;
    double squares = 0;
    for (double[] run : runs) {
      for (double advantage : run) {
        count++;
        squares += advantage * advantage;
      }
    }
    double size = Math.sqrt(squares / Math.max(1, count)) + 1e-8;
    for (double[] run : runs) {
      for (int t = 0; t < run.length; t++) {
        run[t] /= size;
      }
    }
  }
}
