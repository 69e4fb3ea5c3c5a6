package io.rltune.sim.trace;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.walltime.WalltimeModel;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;
import java.util.Optional;

/**
 * How a trace becomes a workload for a cluster.
 *
 * @param cluster where the jobs shall run: decides how many nodes a job needs, which partitions and
 *     GPU types there are, and which jobs can never run
 * @param walltime model for requested walltimes; empty means the trace's own, and modal where it
 *     has none. {@code oracle} overrides the trace's own, the others fill gaps
 * @param seed seed of the walltime model
 * @param maxJobs most jobs to take from the beginning, positive
 * @param arrivalScale arrivals come this many times as fast, positive
 * @param maxBadLines damaged lines that are skipped before the trace is given up
 * @param shardsPerGpu 1 rounds a fraction of a GPU up to a whole one; above 1 the unit is a shard
 *     of that size, on a cluster counted in shards too ({@link Shards})
 * @param swfProcessorsAreGpus whether SWF's processors are GPUs; empty means yes if the cluster has
 *     GPUs
 */
@RecordBuilder
public record TraceOptions(
    ClusterSpec cluster,
    Optional<WalltimeModel> walltime,
    long seed,
    int maxJobs,
    double arrivalScale,
    int maxBadLines,
    int shardsPerGpu,
    Optional<Boolean> swfProcessorsAreGpus)
    implements TraceOptionsBuilder.With {

  public TraceOptions {
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(walltime, "walltime");
    Objects.requireNonNull(swfProcessorsAreGpus, "swfProcessorsAreGpus");
    check(maxJobs > 0, "max jobs", maxJobs, "must be positive");
    check(
        arrivalScale > 0 && Double.isFinite(arrivalScale),
        "arrival scale",
        arrivalScale,
        "must be positive");
    check(maxBadLines >= 0, "max bad lines", maxBadLines, "must not be negative");
    check(shardsPerGpu >= 1, "shards per GPU", shardsPerGpu, "must be at least 1");
  }

  /** All jobs, as fast as they came, seed 1, up to 100 damaged lines, whole GPUs. */
  public static TraceOptions forCluster(ClusterSpec cluster) {
    return new TraceOptions(
        cluster, Optional.empty(), 1, Integer.MAX_VALUE, 1, 100, 1, Optional.empty());
  }

  private static void check(boolean ok, String what, Number value, String rule) {
    if (!ok) {
      throw new IllegalArgumentException("trace options: " + what + " " + value + " " + rule);
    }
  }
}
