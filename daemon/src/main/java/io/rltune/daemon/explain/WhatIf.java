package io.rltune.daemon.explain;

import io.rltune.daemon.explain.JobExplanation.Advice;
import io.rltune.daemon.history.JobRun;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobConstraints;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import io.rltune.plan.NodeSurvey;
import io.rltune.plan.NodeSurvey.Verdict;
import io.rltune.plan.Plan;
import io.rltune.plan.StartForecast;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What would make a job start sooner. Each change is tried on the same forecast, all jobs running
 * to their limits, and told only where it helps; its place in the order is left as it is.
 */
final class WhatIf {
  private static final long LEAST_GAIN_S = 300;
  private static final int LEAST_RUNS = 3;
  private static final long ROUND_TO_S = 900;

  private final ClusterSnapshot snapshot;
  private final Plan plan;
  private final Job job;
  private final long startsAt;
  private final List<Advice> advice = new ArrayList<>();

  private WhatIf(ClusterSnapshot snapshot, Plan plan, Job job, long startsAt) {
    this.snapshot = snapshot;
    this.plan = plan;
    this.job = job;
    this.startsAt = startsAt;
  }

  /**
   * Advice for a job that waits.
   *
   * @param startsAt its start by the same forecast, {@link Long#MAX_VALUE} where it has none
   * @param kin last runs of its kind
   */
  static List<Advice> of(
      ClusterSnapshot snapshot,
      Plan plan,
      Job job,
      long startsAt,
      NodeSurvey survey,
      List<JobRun> kin) {
    WhatIf whatIf = new WhatIf(snapshot, plan, job, startsAt);
    whatIf.shorter(kin);
    whatIf.anyType();
    whatIf.withoutFeatures();
    whatIf.leaner(survey);
    whatIf.advice.sort(Comparator.comparingLong(a -> -a.soonerS()));
    return List.copyOf(whatIf.advice);
  }

  private void shorter(List<JobRun> kin) {
    List<JobRun> runs = kin.stream().filter(JobRun::runtimeIsKnown).toList();
    long limit = job.request().timeLimitS();
    if (runs.size() < LEAST_RUNS) {
      return;
    }
    long longest = runs.stream().mapToLong(JobRun::runtimeS).max().orElse(0);
    long enough = (longest + longest / 4 + ROUND_TO_S) / ROUND_TO_S * ROUND_TO_S;
    if (enough >= limit || limit - enough < limit / 4) {
      return;
    }
    long gain = gain(withTimeLimit(enough));
    String asks =
        limit == Long.MAX_VALUE ? "asks for no time limit" : "asks " + Durations.hms(limit);
    advice.add(
        new Advice(
            asks
                + ", its last "
                + runs.size()
                + " runs took at most "
                + Durations.hms(longest)
                + ": with --time="
                + Durations.slurm(enough)
                + (gain > 0
                    ? " it starts about " + Durations.about(gain) + " sooner"
                    : " it fits into gaps more easily"),
            gain));
  }

  private void anyType() {
    GpuDemand demand = job.request().gpus();
    if (demand.isNone() || demand.isUntyped()) {
      return;
    }
    ResourceRequest r = job.request();
    long gain = gain(with(r.withGpus(GpuDemand.untyped(demand.total())), job.constraints()));
    add(gain, "with any GPU type instead of " + String.join("+", demand.byType().keySet()));
  }

  private void withoutFeatures() {
    JobConstraints c = job.constraints();
    if (c.features().isEmpty()) {
      return;
    }
    JobConstraints free =
        new JobConstraints(
            c.requiredNodes(),
            c.excludedNodes(),
            "",
            c.reservation(),
            c.dependency(),
            c.distribution(),
            c.licenses(),
            c.otherGres());
    add(gain(with(job.request(), free)), "without --constraint=" + c.features());
  }

  /** CPUs and memory in proportion to the GPUs of the nodes, where they are what is short. */
  private void leaner(NodeSurvey survey) {
    ResourceRequest r = job.request();
    if (r.gpus().isNone()
        || survey.count(Verdict.CPUS_BUSY)
                + survey.count(Verdict.MEMORY_BUSY)
                + survey.count(Verdict.TOO_SMALL)
            == 0) {
      return;
    }
    double cpusPerGpu = Double.MAX_VALUE;
    double memPerGpu = Double.MAX_VALUE;
    for (Node node : snapshot.nodes()) {
      if (node.gpusTotal() > 0) {
        cpusPerGpu = Math.min(cpusPerGpu, node.cpusTotal() / (double) node.gpusTotal());
        memPerGpu = Math.min(memPerGpu, node.memMbTotal() / (double) node.gpusTotal());
      }
    }
    int cpus = (int) Math.min(r.cpus(), Math.max(1, cpusPerGpu * r.gpus().total()));
    long memMb = (long) Math.min(r.memMb(), memPerGpu * r.gpus().total());
    if (cpus == r.cpus() && memMb == r.memMb()) {
      return;
    }
    long gain = gain(with(r.withCpusAndMemory(cpus, memMb), job.constraints()));
    add(gain, "with " + cpus + " CPUs and " + memMb + " MiB of memory, its GPUs' share of a node,");
  }

  private void add(long gain, String change) {
    if (gain > 0) {
      advice.add(
          new Advice(change + " it starts about " + Durations.about(gain) + " sooner", gain));
    }
  }

  /** Seconds that a changed job starts sooner; 0 where that is not worth telling. */
  private long gain(Job changed) {
    Long start =
        StartForecast.ofChanged(snapshot, plan, changed, StartForecast.Runtimes.TO_THE_LIMIT)
            .orElse(null);
    if (start == null || startsAt == Long.MAX_VALUE) {
      return 0;
    }
    long gain = startsAt - start;
    return gain >= LEAST_GAIN_S ? gain : 0;
  }

  private Job withTimeLimit(long seconds) {
    ResourceRequest r = job.request();
    return with(r.withTimeLimitS(seconds), job.constraints());
  }

  private Job with(ResourceRequest request, JobConstraints constraints) {
    return new Job(
        job.id(),
        job.name(),
        job.user(),
        job.account(),
        job.qos(),
        job.partitions(),
        job.state(),
        job.reason(),
        request,
        job.times(),
        constraints,
        job.array(),
        job.hetJobId(),
        job.priority(),
        job.nice(),
        job.nodes(),
        job.oddity());
  }
}
