package io.rltune.sim.engine;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;

/**
 * Slurm's priority/multifactor: the weighted factors plus the site factor minus nice, at least 1.
 * Factors are refreshed every calculation period, and at once for a job that was just submitted or
 * updated.
 */
final class MultifactorPriority {
  private final PriorityWeights weights;
  private final FairShare fairShare;
  private final double totalNodes;
  private final double totalCpus;
  private final double maxTier;
  private final double maxQos;
  private double calculatedPeriod = Double.NEGATIVE_INFINITY;

  MultifactorPriority(PriorityWeights weights, ClusterSpec cluster) {
    this.weights = weights;
    this.fairShare = new FairShare(weights.halfLifeS(), weights.fairTree(), weights.shares());
    this.totalNodes = cluster.nodes().size();
    this.totalCpus = cluster.nodes().stream().mapToInt(NodeSpec::cpus).sum();
    this.maxTier =
        Math.max(
            1, cluster.partitions().stream().mapToInt(PartitionSpec::priorityTier).max().orElse(1));
    this.maxQos =
        Math.max(1, weights.qosPriority().values().stream().mapToInt(p -> p).max().orElse(1));
  }

  /** A job comes into the queue. */
  void arrive(SimJob job, double nowS) {
    fairShare.know(job);
    // As _get_priority_internal: half by nodes, half by CPUs.
    double size = (job.nodeCount / totalNodes + job.request.cpus() / Math.max(1, totalCpus)) / 2;
    double qos = weights.qosPriority().getOrDefault(job.request.qos(), 0) / maxQos;
    job.constantPriority =
        weights.jobSize() * Math.min(1, size)
            + weights.partition() * (job.partition.spec().priorityTier() / maxTier)
            + weights.qos() * qos;
    refresh(job, nowS);
  }

  void started(SimJob job, double nowS) {
    if (weights.fairshare() != 0) {
      fairShare.started(job, nowS);
    }
  }

  void ended(SimJob job, double nowS) {
    if (weights.fairshare() != 0) {
      fairShare.ended(job, nowS);
    }
  }

  /** Recalculates all jobs where the period is over; true where it did. */
  boolean refreshIfDue(PendingQueue pending, double nowS) {
    // On a grid, as Slurm's decay thread wakes up, not so long after the last time.
    double period = Math.floor(nowS / weights.calcPeriodS());
    if (!weights.matter() || period <= calculatedPeriod) {
      return false;
    }
    calculatedPeriod = period;
    fairShare.recalculate(nowS);
    pending.forEach(job -> refresh(job, nowS));
    return true;
  }

  /** Recalculates one job. */
  void refresh(SimJob job, double nowS) {
    if (job.priorityIsFixed) {
      return;
    }
    double age = Math.min(1, (nowS - job.submitS) / weights.maxAgeS());
    double sum =
        weights.age() * age
            + weights.fairshare() * fairShare.factor(job)
            + job.constantPriority
            + job.siteFactor
            - job.nice;
    job.priority = Math.max(1, (long) sum);
  }
}
