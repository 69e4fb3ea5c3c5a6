package io.rltune.policy.features;

/**
 * The features of one pending job, in the order of the network's inputs. All lie in 0..1, whatever
 * the size of the cluster. To change a meaning is to change its {@link #definition}, and so the
 * {@link FeatureSchema#hash}: a policy trained on the old meaning is then refused.
 *
 * <p>A job's pool is every node in service that could ever run it, by partition, features, GPU type
 * and node lists. A unit is a GPU of the pool's types, or a CPU for a job without GPUs.
 */
public enum Feature {
  WAITED("log minutes", "time since eligible: log(1+m)/log(1+20160), 14 days = 1"),
  WAITED_DAYS("days", "time since eligible, saturating: d/(d+1)"),
  WAITED_RELATIVE("ratio", "time since eligible over requested walltime: r/(1+r)"),
  WALLTIME("log minutes", "requested walltime, at most 7 days: log(1+m)/log(1+10080)"),
  GPUS("log GPUs", "requested GPUs: log2(1+g)/log2(1+1024)"),
  GPU_TIME(
      "log GPU-minutes",
      "walltime x max(GPUs, 1): log(1+x)/log(1+10080*1024), walltime at most 7 days"),
  NODE_SHARE("ratio", "units on one node of an even split over the largest node of the pool"),
  POOL_SHARE("ratio", "requested units over all units of the pool"),
  MULTI_NODE("ratio", "1 - 1/fewest nodes"),
  CPU_INTENSITY("ratio", "CPUs per unit over the pool's CPUs per unit: r/(1+r)"),
  MEMORY_INTENSITY("ratio", "memory per unit over the pool's memory per unit: r/(1+r)"),
  POOL_PRESSURE("ratio", "queued demand for the pool's nodes over their units: r/(1+r)"),
  POOL_FREE("ratio", "units of the pool free now"),
  POOL_FREE_10MIN("ratio", "units free now, or within 10 minutes by remaining walltimes"),
  POOL_FREE_1H("ratio", "units free now, or within 1 hour by remaining walltimes"),
  FRAGMENTATION("ratio", "free units that sit on partly used nodes, over free units"),
  WAYS("ratio", "nodes that fit a part of the job now, over nodes needed: w/(1+w)"),
  STARTABLE("0 or 1", "whether the job fits now"),
  QUEUE_AHEAD("ratio", "units wanted in the same pool by jobs waiting longer: r/(1+r)"),
  ACCOUNT_SHARE("ratio", "share of the running GPUs that the job's account holds"),
  UNTYPED("0 or 1", "whether any GPU type will do"),
  EXPECTED_RUNTIME(
      "log minutes",
      "mean runtime expected by history: log(1+m)/log(1+10080), at most the walltime"),
  MEDIAN_RUNTIME(
      "log minutes", "median runtime by history: log(1+m)/log(1+10080), at most the walltime"),
  EXPECTED_GPU_TIME(
      "log GPU-minutes", "expected runtime x max(GPUs, 1): log(1+x)/log(1+10080*1024)"),
  EXPECTED_SHARE("ratio", "expected runtime over requested walltime"),
  WAITED_EXPECTED("ratio", "time since eligible over expected runtime: r/(1+r)"),
  RUNTIME_SPREAD(
      "log ratio", "robust deviation of the log runtimes that the expectation rests on: s/(1+s)"),
  HISTORY_RUNS("runs", "decayed number of runs of the closest kin: n/(n+4)"),
  SHORTER_QUEUE("ratio", "share of the pool's queue that is expected to run shorter"),
  SMALLER_QUEUE("ratio", "share of the pool's queue that is expected to need fewer GPU-seconds"),
  USER_SHARE("ratio", "share of the running GPUs that the job's user holds"),
  USER_RECENT("ratio", "share of the finished GPU time, decayed, that the job's user had"),
  ACCOUNT_RECENT("ratio", "share of the finished GPU time, decayed, that the job's account had"),
  QOS_SHARE("ratio", "share of the running GPUs that jobs of the same QOS hold"),
  LIMITED("0 or 1", "whether Slurm's reason is a limit of the QOS or the association"),
  PARTITION_TIME("ratio", "walltime over the longest that a partition of the job allows"),
  POOL_OF_CLUSTER("ratio", "units of the pool over those of the largest pool of its kind");

  private final String unit;
  private final String definition;

  Feature(String unit, String definition) {
    this.unit = unit;
    this.definition = definition;
  }

  /**
   * Its place in a row of features: the order of declaration, which {@link FeatureSchema} hashes.
   */
  @SuppressWarnings("EnumOrdinal")
  public int index() {
    return ordinal();
  }

  /** Unit before scaling. */
  public String unit() {
    return unit;
  }

  /** What it is and how it is scaled to 0..1. */
  public String definition() {
    return definition;
  }
}
