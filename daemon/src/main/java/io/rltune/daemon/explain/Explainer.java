package io.rltune.daemon.explain;

import io.rltune.daemon.explain.JobExplanation.Contribution;
import io.rltune.daemon.explain.JobExplanation.Nodes;
import io.rltune.daemon.explain.JobExplanation.Queue;
import io.rltune.daemon.explain.JobExplanation.Request;
import io.rltune.daemon.explain.JobExplanation.Start;
import io.rltune.daemon.explain.JobExplanation.Write;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.snapshot.CycleRecord;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Placement;
import io.rltune.model.Veto;
import io.rltune.plan.NodeSurvey;
import io.rltune.plan.Plan;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.StartForecast;
import io.rltune.policy.JobScorer;
import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Explains jobs from the same values that the plan was made of, so that an explanation cannot
 * differ from the decision. One explainer is for one cycle.
 */
public final class Explainer {
  private static final int KIN = 20;

  private final CycleRecord cycle;
  private final ClusterSnapshot snapshot;
  private final Plan plan;
  private final JobScorer scorer;
  private final History history;
  private final UsualRuntimes usual;
  private Map<Long, Long> latest;
  private Map<Long, Long> earliest;

  /** An explainer of one cycle. */
  public Explainer(CycleRecord cycle, JobScorer scorer, History history) throws IOException {
    this.cycle = cycle;
    this.snapshot = cycle.snapshot();
    this.plan = cycle.plan();
    this.scorer = scorer;
    this.history = history;
    this.usual = new UsualRuntimes(history, snapshot.takenAt());
  }

  /**
   * Explains a job.
   *
   * @param writes what RLTune wrote to it
   * @return empty where the daemon never saw the job
   */
  public Optional<JobExplanation> explain(long jobId, List<Write> writes) throws IOException {
    Optional<Job> seen =
        snapshot.jobs().stream().filter(candidate -> candidate.id() == jobId).findFirst();
    List<JobRun> lives = history.ofJob(jobId);
    if (seen.isPresent() && seen.get().state().isPending()) {
      return Optional.of(pending(seen.get(), writes));
    }
    if (lives.isEmpty()) {
      return seen.map(job -> base(job, "running", null, null, null, null, List.of(), null, writes));
    }
    JobRun life = lives.get(0);
    JobExplanation.Life words = Lives.of(life, writes);
    if (seen.isPresent()) {
      return Optional.of(
          base(seen.get(), "running", null, null, null, null, List.of(), words, writes));
    }
    return Optional.of(
        new JobExplanation(
            jobId,
            "ended",
            snapshot.takenAt(),
            cycle.mode(),
            requestOf(life),
            null,
            null,
            null,
            null,
            List.of(),
            words,
            writes));
  }

  /** Expected start of a pending job; its parts are null where nothing can be said. */
  public Start start(long jobId) {
    forecast();
    Long late = latest.get(jobId);
    Long early = earliest == null ? null : earliest.get(jobId);
    if (late == null && early == null) {
      return new Start(null, null, "");
    }
    if (early != null && late != null && early > late) {
      // Other jobs that end sooner can let others in first.
      Long swap = early;
      early = late;
      late = swap;
    }
    String basis =
        earliest == null
            ? "if all jobs run to their limit and none comes before it; no history yet for an earlier guess"
            : String.format(
                Locale.ROOT,
                "if none comes before it; between jobs running as usual (%.0f %% of their limit) and to their limit",
                100 * usual.typicalShare());
    return new Start(early, late, basis);
  }

  private void forecast() {
    if (latest == null) {
      latest = StartForecast.of(snapshot, plan, StartForecast.Runtimes.TO_THE_LIMIT);
      earliest = usual.known() ? StartForecast.of(snapshot, plan, usual.asForecast()) : null;
    }
  }

  private JobExplanation pending(Job job, List<Write> writes) throws IOException {
    Veto veto = plan.vetoes().get(job.id());
    Queue queue = queue(job);
    NodeSurvey survey = NodeSurvey.of(snapshot, plan, job);
    boolean starts = plan.starts().stream().anyMatch(start -> start.jobId() == job.id());
    Start start = veto == null ? start(job.id()) : null;
    List<JobExplanation.Advice> advice = List.of();
    if (!starts && veto == null) {
      long by = latest.getOrDefault(job.id(), Long.MAX_VALUE);
      List<JobRun> kin =
          history.kin(job.user(), JobRun.stemOf(job.name()), job.request().gpus().total(), KIN);
      advice = WhatIf.of(snapshot, plan, job, by, survey, kin);
    }
    return base(
        job,
        "pending",
        queue,
        veto == null ? null : VetoTexts.of(veto),
        nodes(job, survey),
        start,
        advice,
        null,
        writes);
  }

  private Queue queue(Job job) {
    int position = 0;
    for (int i = 0; i < plan.order().size(); i++) {
      if (plan.order().get(i).jobId() == job.id()) {
        position = i + 1;
      }
    }
    RankedJob ranked = position == 0 ? null : plan.order().get(position - 1);
    return new Queue(
        position,
        plan.order().size(),
        ranked == null ? 0 : ranked.score(),
        ranked == null ? "" : ranked.role().name().toLowerCase(Locale.ROOT),
        scorer.name(),
        ranked == null ? List.of() : contributions(job),
        job.priority(),
        job.reason(),
        job.waitedS(snapshot.takenAt()));
  }

  private List<Contribution> contributions(Job job) {
    if (!(scorer instanceof NetworkScorer network)) {
      return List.of();
    }
    Map<Long, Job> pending = new LinkedHashMap<>();
    snapshot.pendingJobs().forEach(other -> pending.put(other.id(), other));
    List<Job> managed = new ArrayList<>();
    // The planner scores the managed jobs in the order of the snapshot.
    TreeSet<Long> ids = new TreeSet<>();
    plan.order().forEach(ranked -> ids.add(ranked.jobId()));
    pending.values().stream().filter(other -> ids.contains(other.id())).forEach(managed::add);
    return network
        .explain(FeatureRows.ofBase64(cycle.features()), managed, job.id())
        .contributions()
        .stream()
        .map(
            c ->
                new Contribution(
                    c.feature().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    c.feature().definition().replaceAll(":.*", ""),
                    c.value(),
                    c.queueMean(),
                    c.effect()))
        .toList();
  }

  private Nodes nodes(Job job, NodeSurvey survey) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    new TreeMap<>(survey.counts()).forEach((verdict, count) -> counts.put(verdict.text(), count));
    Map<String, Integer> startsOn = Map.of();
    for (Placement start : plan.starts()) {
      startsOn = start.jobId() == job.id() ? start.gpusByNode() : startsOn;
    }
    List<String> leased = List.of();
    for (Placement lease : plan.leases()) {
      leased = lease.jobId() == job.id() ? List.copyOf(lease.gpusByNode().keySet()) : leased;
    }
    List<String> kept = List.of();
    for (Plan.Reservation reservation : plan.reservations()) {
      kept =
          reservation.jobId() == job.id() ? List.copyOf(new TreeSet<>(reservation.nodes())) : kept;
    }
    return new Nodes(
        survey.nodesNeeded(),
        counts,
        survey.fitting(),
        new TreeMap<>(survey.blockers()),
        startsOn,
        leased,
        kept);
  }

  private JobExplanation base(
      Job job,
      String state,
      Queue queue,
      JobExplanation.VetoWords veto,
      Nodes nodes,
      Start start,
      List<JobExplanation.Advice> advice,
      JobExplanation.Life life,
      List<Write> writes) {
    GpuDemand gpus = job.request().gpus();
    Request request =
        new Request(
            job.name(),
            job.user(),
            job.account(),
            job.qos(),
            job.partitions(),
            gpus.total(),
            gpus.isNone() || gpus.isUntyped() ? "" : String.join("+", gpus.byType().keySet()),
            job.request().minNodes(),
            job.request().cpus(),
            job.request().memMb(),
            limit(job.request().timeLimitS()));
    return new JobExplanation(
        job.id(),
        state,
        snapshot.takenAt(),
        cycle.mode(),
        request,
        queue,
        veto,
        nodes,
        start,
        advice,
        life,
        writes);
  }

  private static Request requestOf(JobRun life) {
    return new Request(
        life.name(),
        life.user(),
        life.account(),
        life.qos(),
        List.of(life.partition()),
        life.gpus(),
        life.gpuType(),
        0,
        0,
        0,
        limit(life.timeLimitS()));
  }

  private static Long limit(long seconds) {
    return seconds == Long.MAX_VALUE ? null : Long.valueOf(seconds);
  }
}
