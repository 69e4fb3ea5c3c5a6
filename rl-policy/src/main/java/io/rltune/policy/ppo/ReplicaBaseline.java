package io.rltune.policy.ppo;

import io.rltune.policy.ppo.Trajectory.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * What the other runs of the same workload got from a time on: a baseline that knows the arrivals,
 * and so takes their noise out of the advantages without a bias (Mao et al., "Variance reduction
 * for reinforcement learning in input-driven environments", ICLR 2019).
 */
public final class ReplicaBaseline {
  private ReplicaBaseline() {}

  /** Baselines at the decisions of one run; 0 where it is the only run of its workload. */
  public static double[] of(Trajectory run, List<Trajectory> all, double discount) {
    List<double[]> toGo = new ArrayList<>();
    List<Trajectory> others = new ArrayList<>();
    for (Trajectory other : all) {
      if (other != run && other.seed() == run.seed() && !other.steps().isEmpty()) {
        others.add(other);
        toGo.add(toGo(other.steps(), discount));
      }
    }
    double[] baseline = new double[run.steps().size()];
    for (int t = 0; t < baseline.length && !others.isEmpty(); t++) {
      double sum = 0;
      for (int o = 0; o < others.size(); o++) {
        sum += at(others.get(o).steps(), toGo.get(o), run.steps().get(t).timeS());
      }
      baseline[t] = sum / others.size();
    }
    return baseline;
  }

  /** Sum of the rewards from each decision on. */
  public static double[] toGo(List<Step> steps, double discount) {
    double[] sums = new double[steps.size()];
    double sum = 0;
    for (int t = sums.length - 1; t >= 0; t--) {
      sum = steps.get(t).reward() + discount * sum;
      sums[t] = sum;
    }
    return sums;
  }

  /** The reward still to come at any time: between two decisions it is taken to flow evenly. */
  private static double at(List<Step> steps, double[] toGo, double timeS) {
    int low = 0;
    int high = steps.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (steps.get(middle).timeS() <= timeS) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return toGo[0];
    }
    if (low == steps.size()) {
      return toGo[low - 1];
    }
    double fromS = steps.get(low - 1).timeS();
    double share = (timeS - fromS) / Math.max(1e-9, steps.get(low).timeS() - fromS);
    return toGo[low - 1] + share * (toGo[low] - toGo[low - 1]);
  }
}
