package io.rltune.sim.policy;

import io.rltune.policy.ShortestExpected;
import io.rltune.sim.engine.QueueOrder;
import io.rltune.sim.workload.WorkloadJob;

/**
 * The classical orders. Walltimes are those requested, in seconds; the size of a job is its GPUs,
 * or 1 without any.
 */
public final class QueueOrders {
  private QueueOrders() {}

  /** Shortest requested walltime first. */
  public static QueueOrder shortestRequest() {
    return (job, nowS) -> job.timeLimitS();
  }

  /** Shortest true runtime first: what no scheduler can know. */
  public static QueueOrder shortestRuntime() {
    return (job, nowS) -> job.runtimeS();
  }

  /** The shipped policy's teacher with true runtimes ({@link ShortestExpected}). */
  public static QueueOrder shortestTrueProcessing() {
    return new Ageing() {
      @Override
      public double key(WorkloadJob job, double nowS) {
        return -ShortestExpected.score(
            nowS - job.submitS(), job.timeLimitS(), job.runtimeS(), job.gpus());
      }
    };
  }

  /** WFP3: most (wait/walltime)^3 x size first (Tang et al., Cluster 2009). */
  public static QueueOrder wfp3() {
    return new Ageing() {
      @Override
      public double key(WorkloadJob job, double nowS) {
        double ratio = (nowS - job.submitS()) / job.timeLimitS();
        return -ratio * ratio * ratio * size(job);
      }
    };
  }

  /**
   * UNICEF/UNICEP: most wait/(log2(size) x walltime) first (Tang et al., Cluster 2009);
   * log2(size+1) here, so that jobs of size 1 are ordered too.
   */
  public static QueueOrder unicep() {
    return new Ageing() {
      @Override
      public double key(WorkloadJob job, double nowS) {
        double log2 = Math.log1p(size(job)) / Math.log(2);
        return -(nowS - job.submitS()) / (log2 * job.timeLimitS());
      }
    };
  }

  /**
   * F1: least log10(walltime) x size + 870 log10(submit time) first (Carastan-Santos and de
   * Camargo, SC 2017); submit times count from the beginning of the workload, at least 1 s.
   */
  public static QueueOrder f1() {
    return (job, nowS) ->
        Math.log10(job.timeLimitS()) * size(job) + 870 * Math.log10(Math.max(1, job.submitS()));
  }

  static double size(WorkloadJob job) {
    return Math.max(1, job.gpus());
  }

  private interface Ageing extends QueueOrder {
    @Override
    default boolean isDynamic() {
      return true;
    }
  }
}
