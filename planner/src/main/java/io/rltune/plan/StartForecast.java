package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Placement;
import io.rltune.model.ResourceRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When the jobs of a plan will start, by playing the plan forward: running jobs end, waiting jobs
 * start in the plan's order wherever they fit, and the first one that does not fit is not delayed
 * by those behind it (EASY backfill, as the plan itself does it). It knows of no job that is yet to
 * come.
 */
public final class StartForecast {
  /** Jobs behind the head are too far off for a forecast to mean anything. */
  private static final int MOST_JOBS = 400;

  private static final int MOST_ROUNDS = 2_000;

  /** How long a job runs, in seconds, of what it asks for. */
  public interface Runtimes {
    /** Every job runs to its limit; one without a limit never ends. */
    Runtimes TO_THE_LIMIT = (job, limitS) -> limitS;

    /**
     * Expected runtime.
     *
     * @param limitS seconds left to the job's limit; {@link Long#MAX_VALUE} without one
     */
    long of(Job job, long limitS);
  }

  private record Running(Job job, SortedMap<String, Integer> gpusByNode, long end) {}

  /** What decides whether a job fits; {@code pool} numbers the sets of eligible nodes. */
  private record Shape(int pool, ResourceRequest request) {}

  private final ClusterSnapshot snapshot;
  private final Eligibility eligibility;
  private final Fitting fitting;
  private final Runtimes runtimes;
  private final FreeResources free;
  private final PriorityQueue<Running> ends =
      new PriorityQueue<>(
          Comparator.comparingLong(Running::end)
              .thenComparingLong((Running running) -> running.job().id()));
  private final Map<List<Node>, Integer> pools = new IdentityHashMap<>();
  private final Map<Long, Long> starts = new LinkedHashMap<>();
  private final List<Job> waiting = new ArrayList<>();

  private StartForecast(ClusterSnapshot snapshot, Plan plan, Runtimes runtimes) {
    this.snapshot = snapshot;
    this.runtimes = runtimes;
    this.eligibility = new Eligibility(snapshot);
    this.fitting = new Fitting(eligibility, snapshot.nodes(), job -> true);
    this.free = new FreeResources(UsableNodes.of(snapshot, plan.vetoes()));
  }

  /**
   * Plays a plan forward.
   *
   * @return expected start by job id, seconds since the epoch; a job that is vetoed, far down the
   *     queue, or never fits is not in it
   */
  public static Map<Long, Long> of(ClusterSnapshot snapshot, Plan plan, Runtimes runtimes) {
    StartForecast forecast = new StartForecast(snapshot, plan, runtimes);
    forecast.load(plan);
    forecast.play();
    return forecast.starts;
  }

  /**
   * The same for a job that asks for something else than when the plan was made: it may start at
   * once.
   *
   * @param changed the job as it would be
   * @return its start, seconds since the epoch; empty where there is none
   */
  public static Optional<Long> ofChanged(
      ClusterSnapshot snapshot, Plan plan, Job changed, Runtimes runtimes) {
    List<Job> jobs =
        snapshot.jobs().stream().map(job -> job.id() == changed.id() ? changed : job).toList();
    ClusterSnapshot other =
        new ClusterSnapshot(
            snapshot.takenAt(),
            snapshot.slurmVersion(),
            jobs,
            snapshot.nodes(),
            snapshot.partitions(),
            snapshot.warnings());
    StartForecast forecast = new StartForecast(other, plan, runtimes);
    forecast.load(plan);
    forecast.startAtOnce(changed, plan);
    forecast.play();
    return Optional.ofNullable(forecast.starts.get(changed.id()));
  }

  private void startAtOnce(Job job, Plan plan) {
    if (!waiting.contains(job)) {
      return;
    }
    long now = snapshot.takenAt();
    List<String> names = eligibility.nodesFor(job).stream().map(Node::name).toList();
    for (Plan.Reservation kept : plan.reservations()) {
      if (kept.jobId() != job.id() && plus(now, job.request().timeLimitS()) > kept.shadowTime()) {
        names = names.stream().filter(name -> !kept.nodes().contains(name)).toList();
      }
    }
    SortedMap<String, Integer> found = fitting.fit(job, free, names);
    if (!found.isEmpty()) {
      begin(job, found, now);
      waiting.remove(job);
    }
  }

  private void load(Plan plan) {
    long now = snapshot.takenAt();
    for (Job job : snapshot.activeJobs()) {
      if (!job.nodes().isEmpty()) {
        SortedMap<String, Integer> split = new TreeMap<>(Shares.ofRunning(job));
        boolean endless = job.times().end() == 0;
        long left = endless ? Long.MAX_VALUE : Math.max(1, job.times().end() - now);
        ends.add(new Running(job, split, plus(now, runtimes.of(job, left))));
      }
    }
    Map<Long, Job> pending = new HashMap<>();
    snapshot.pendingJobs().forEach(job -> pending.put(job.id(), job));
    Set<Long> placed = new HashSet<>();
    for (Placement start : plan.starts()) {
      Job job = pending.get(start.jobId());
      if (job != null) {
        begin(job, start.gpusByNode(), now);
        placed.add(job.id());
      }
    }
    plan.order().stream()
        .map(ranked -> pending.get(ranked.jobId()))
        .filter(
            job ->
                job != null && !placed.contains(job.id()) && !plan.vetoes().containsKey(job.id()))
        .limit(MOST_JOBS)
        .forEach(waiting::add);
  }

  private void play() {
    for (int round = 0; round < MOST_ROUNDS && !waiting.isEmpty() && !ends.isEmpty(); round++) {
      long time = ends.peek().end();
      if (time == Long.MAX_VALUE) {
        return;
      }
      while (!ends.isEmpty() && ends.peek().end() == time) {
        give(free, ends.poll());
      }
      startWhatFits(time);
    }
  }

  private void startWhatFits(long time) {
    // Jobs that ask alike fail alike within one round.
    Set<Shape> failed = new HashSet<>();
    Plan.Reservation kept = null;
    List<Job> still = new ArrayList<>();
    for (Job job : waiting) {
      Shape shape = shape(job);
      SortedMap<String, Integer> found =
          failed.contains(shape) ? new TreeMap<>() : fitting.fit(job, free, names(job, kept, time));
      if (!found.isEmpty()) {
        begin(job, found, time);
        continue;
      }
      failed.add(shape);
      still.add(job);
      if (kept == null) {
        kept = shadow(job);
      }
    }
    waiting.clear();
    waiting.addAll(still);
  }

  private Shape shape(Job job) {
    // Jobs that ask alike share one list, and a list of a thousand records is slow to compare.
    return new Shape(
        pools.computeIfAbsent(eligibility.nodesFor(job), list -> pools.size()), job.request());
  }

  /** Nodes the job may use: those kept for the first blocked job only if it is gone by then. */
  private List<String> names(Job job, Plan.Reservation kept, long time) {
    List<String> names = new ArrayList<>();
    boolean late = kept != null && plus(time, job.request().timeLimitS()) > kept.shadowTime();
    for (Node node : eligibility.nodesFor(job)) {
      if (!late || !kept.nodes().contains(node.name())) {
        names.add(node.name());
      }
    }
    return names;
  }

  private Plan.Reservation shadow(Job job) {
    List<String> names = fitting.names(job);
    FreeResources later = free.copy();
    PriorityQueue<Running> ahead = new PriorityQueue<>(ends);
    while (!ahead.isEmpty() && ahead.peek().end() < Long.MAX_VALUE) {
      Running running = ahead.poll();
      give(later, running);
      SortedMap<String, Integer> found = fitting.fit(job, later, names);
      if (!found.isEmpty()) {
        return new Plan.Reservation(job.id(), running.end(), found.keySet());
      }
    }
    // It never fits: nothing is kept for it.
    return null;
  }

  private void begin(Job job, SortedMap<String, Integer> gpusByNode, long time) {
    starts.put(job.id(), time);
    gpusByNode.forEach(
        (node, gpus) -> free.take(node, job, gpus, Shares.of(job, gpus, gpusByNode.size())));
    long runtime = runtimes.of(job, job.request().timeLimitS());
    ends.add(new Running(job, gpusByNode, plus(time, Math.max(1, runtime))));
  }

  private static void give(FreeResources to, Running running) {
    int nodes = running.gpusByNode().size();
    running
        .gpusByNode()
        .forEach(
            (node, gpus) ->
                to.take(node, running.job(), -gpus, -Shares.of(running.job(), gpus, nodes)));
  }

  private static long plus(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
