package io.rltune.policy.ppo;

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
   * Shifts and scales the advantages of one episode to mean 0 and deviation 1, in place: workloads
   * whose waits are long or noisy count no more than others.
   */
  public static void normalise(double[] advantages) {
    int count = Math.max(1, advantages.length);
    double sum = 0;
    double squares = 0;
    for (double advantage : advantages) {
      sum += advantage;
      squares += advantage * advantage;
    }
    double mean = sum / count;
    double deviation = Math.sqrt(Math.max(0, squares / count - mean * mean)) + 1e-8;
    for (int i = 0; i < advantages.length; i++) {
      advantages[i] = (advantages[i] - mean) / deviation;
    }
  }
}
