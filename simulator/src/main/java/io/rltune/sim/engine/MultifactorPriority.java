package io.rltune.sim.engine;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import java.util.Collection;
import java.util.Map;

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
  private Map<String, Double> shareFactors = Map.of();
  private double calculatedAtS = Double.NEGATIVE_INFINITY;

  MultifactorPriority(PriorityWeights weights, ClusterSpec cluster) {
    this.weights = weights;
    this.fairShare = new FairShare(weights.halfLifeS());
    this.totalNodes = cluster.nodes().size();
    this.totalCpus = cluster.nodes().stream().mapToInt(NodeSpec::cpus).sum();
    this.maxTier =
        Math.max(
            1, cluster.partitions().stream().mapToInt(PartitionSpec::priorityTier).max().orElse(1));
  }

  FairShare fairShare() {
    return fairShare;
  }

  /** Recalculates all jobs where the period is over; true where it did. */
  boolean refreshIfDue(Collection<SimJob> pending, double nowS) {
    if (nowS - calculatedAtS < weights.calcPeriodS()) {
      return false;
    }
    calculatedAtS = nowS;
    shareFactors = fairShare.factors(nowS);
    pending.forEach(job -> refresh(job, nowS));
    return true;
  }

  /** Recalculates one job. */
  void refresh(SimJob job, double nowS) {
    if (job.priorityIsFixed) {
      return;
    }
    double age = Math.min(1, (nowS - job.request.submitS()) / weights.maxAgeS());
    // As _get_priority_internal: half by nodes, half by CPUs.
    double size = (job.nodeCount / totalNodes + job.request.cpus() / Math.max(1, totalCpus)) / 2;
    double partition = job.partition.spec().priorityTier() / maxTier;
    double share = shareFactors.getOrDefault(job.request.account(), 1.0);
    double sum =
        weights.age() * age
            + weights.fairshare() * share
            + weights.jobSize() * Math.min(1, size)
            + weights.partition() * partition
            + job.siteFactor
            - job.nice;
    job.priority = Math.max(1, (long) sum);
  }
}
