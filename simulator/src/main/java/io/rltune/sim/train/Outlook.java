package io.rltune.sim.train;

import io.rltune.sim.replay.ReplayResult;
import io.rltune.sim.workload.WorkloadJob;
import java.util.Arrays;
import java.util.List;

/**
 * What the critic sees: the true future, as far as it says how much waiting is still to come
 * whatever the policy does. A critic that knows the arrivals takes their noise out of the
 * advantages (input- dependent baselines: Mao et al., ICLR 2019).
 */
final class Outlook {
  static final int WIDTH = 10;

  private final List<WorkloadJob> jobs;
  private final JobCosts costs;
  private final CostMeter own;
  private final CostMeter reference;
  private final double referenceTotal;
  private final double gpus;
  private final double spanS;
  private final double[] workFrom;
  private final float[] values = new float[WIDTH];

  Outlook(Workload workload, JobCosts costs, ReplayResult result, CostMeter own) {
    this.jobs = workload.jobs();
    this.costs = costs;
    this.own = own;
    this.reference = new CostMeter(jobs, costs, job -> result.finishedJobs().get(job).startS());
    this.referenceTotal =
        new CostMeter(jobs, costs, job -> result.finishedJobs().get(job).startS())
            .until(Double.POSITIVE_INFINITY);
    this.gpus = Math.max(1, workload.cluster().totalGpus());
    this.spanS = Math.max(1, result.metrics().makespanS());
    this.workFrom = new double[jobs.size() + 1];
    for (int i = jobs.size() - 1; i >= 0; i--) {
      workFrom[i] = workFrom[i + 1] + work(i);
    }
  }

  /**
   * The outlook at a time, when our own waiting has cost so much; the meter stands at that time.
   */
  float[] at(double nowS, double ownCost) {
    double referenceCost = reference.until(nowS);
    int count = own.waitingCount();
    double waitingWork = 0;
    for (int i = 0; i < count; i++) {
      waitingWork += work(own.waiting(i));
    }
    int next = firstAfter(nowS);
    double leftS = Math.max(1, spanS - nowS);
    put(0, referenceTotal - referenceCost);
    put(1, ownCost - referenceCost);
    put(2, costOfQueue(count));
    put(3, Math.log1p(count) / 4);
    put(4, Math.log1p(reference.waitingCount()) / 4);
    put(5, waitingWork / (gpus * spanS));
    put(6, workFrom[next] / (gpus * leftS));
    put(7, workFrom[next] / Math.max(1, workFrom[0]));
    put(8, Math.min(2, nowS / spanS));
    put(9, (double) next / jobs.size());
    return values;
  }

  /** What the waiting jobs would cost if the whole cluster ran them one by one, smallest first. */
  private double costOfQueue(int count) {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = ((long) Float.floatToIntBits((float) work(own.waiting(i))) << 32) | i;
    }
    Arrays.sort(keys);
    double cost = 0;
    double delayS = 0;
    for (long key : keys) {
      int job = own.waiting((int) key);
      cost += delayS * costs.perSecond(job);
      delayS += work(job) / gpus;
    }
    return cost;
  }

  private double work(int job) {
    return Math.max(1, jobs.get(job).gpus()) * jobs.get(job).runtimeS();
  }

  private int firstAfter(double nowS) {
    int low = 0;
    int high = jobs.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (jobs.get(middle).submitS() <= nowS) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void put(int at, double value) {
    values[at] = (float) Math.max(-5, Math.min(5, value));
  }
}
