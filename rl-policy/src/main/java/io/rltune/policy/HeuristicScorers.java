package io.rltune.policy;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.ResourceRequest;
import io.rltune.policy.features.FeatureExtractor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The classical orders, as {@link JobScorer}s. Walltimes are those requested, 1 second to 7 days.
 */
public final class HeuristicScorers {
  /** First come, first served. */
  public static final JobScorer FCFS =
      new Scorer("fcfs", (snapshot, jobs) -> each(jobs, job -> waitedS(snapshot, job)));

  /** Shortest requested walltime first. */
  public static final JobScorer SJF =
      new Scorer("sjf", (snapshot, jobs) -> each(jobs, job -> -walltimeS(job)));

  /** Shortest requested GPU-time first, with ageing: {@link AgedGpuTime}. */
  public static final JobScorer SGA =
      new Scorer(
          "sga",
          (snapshot, jobs) ->
              each(
                  jobs,
                  job ->
                      AgedGpuTime.score(
                          waitedS(snapshot, job), walltimeS(job), job.request().gpus().total())));

  /** WFP3: (wait/walltime)^3 x size (Tang et al., Cluster 2009). */
  public static final JobScorer WFP3 =
      new Scorer(
          "wfp3",
          (snapshot, jobs) ->
              each(jobs, job -> Math.pow(waitedS(snapshot, job) / walltimeS(job), 3) * size(job)));

  /**
   * UNICEF/UNICEP: wait/(log2(size) x walltime) (Tang et al., Cluster 2009); log2(size + 1) here.
   */
  public static final JobScorer UNICEP =
      new Scorer(
          "unicep",
          (snapshot, jobs) ->
              each(
                  jobs,
                  job ->
                      waitedS(snapshot, job)
                          * Math.log(2)
                          / (Math.log1p(size(job)) * walltimeS(job))));

  /**
   * F1: least log10(walltime) x size + 870 log10(submit) first (Carastan-Santos and de Camargo, SC
   * 2017). Submit times count from the oldest candidate's.
   */
  public static final JobScorer F1 = new Scorer("f1", HeuristicScorers::f1);

  private static final Map<String, JobScorer> BY_NAME =
      Map.of("fcfs", FCFS, "sjf", SJF, "sga", SGA, "wfp3", WFP3, "unicep", UNICEP, "f1", F1);

  private HeuristicScorers() {}

  /** Names that {@link #byName} knows, sorted. */
  public static SortedSet<String> names() {
    return new TreeSet<>(BY_NAME.keySet());
  }

  public static Optional<JobScorer> byName(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  private static double[] f1(ClusterSnapshot snapshot, List<Job> jobs) {
    long oldest = jobs.stream().mapToLong(job -> job.times().submit()).min().orElse(0);
    return each(
        jobs,
        job ->
            -Math.log10(walltimeS(job)) * size(job)
                - 870 * Math.log10((double) Math.max(1, job.times().submit() - oldest)));
  }

  private static double waitedS(ClusterSnapshot snapshot, Job job) {
    return job.waitedS(snapshot.takenAt());
  }

  private static double walltimeS(Job job) {
    ResourceRequest request = job.request();
    return Math.max(1, request.timeLimitS((long) FeatureExtractor.MAX_WALLTIME_S));
  }

  /** GPUs, or 1 for a job without any. */
  private static int size(Job job) {
    return Math.max(1, job.request().gpus().total());
  }

  private static double[] each(List<Job> jobs, ToDoubleFunction<Job> score) {
    return jobs.stream().mapToDouble(score).toArray();
  }

  private interface Formula {
    double[] score(ClusterSnapshot snapshot, List<Job> jobs);
  }

  private record Scorer(String name, Formula formula) implements JobScorer {
    @Override
    public double[] score(ClusterSnapshot snapshot, List<Job> candidateList) {
      return formula.score(snapshot, candidateList);
    }
  }
}
