package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * What plain Slurm would have done with the same jobs: a virtual cluster that takes jobs in the
 * order of Slurm's own priorities, with backfill around the first blocked ones. It tells how long
 * each job would have waited without RLTune, so that no job pays for the others' shorter waits (as
 * the fair start times of Sabin et al., "Scheduling of parallel jobs in a heterogeneous multi-site
 * environment", JSSPP 2003, and the virtual schedule of Friedman and Henderson's fair sojourn
 * protocol, SIGMETRICS 2003).
 *
 * <p>An estimate: true runtimes are known only once a job has ended, a job array counts as one of
 * its tasks, and limits of accounts and QOS are not modelled. It starts from the cluster as it is
 * first seen. How near it comes to a replay of Slurm alone is measured in docs/adr/019. Not
 * thread-safe.
 */
public final class PlainShadow {
  /** A job may wait this many times as long as plain Slurm would have made it wait. */
  public static final double DEFAULT_MULTIPLE = 3;

  /** The tail of plain Slurm's waits begins here: fewer jobs wait longer than count as usual. */
  private static final double TAIL_QUANTILE = 0.99;

  /**
   * A wait of so many times where the tail begins is nobody's harm. Nodes kept for an overdue job
   * are taken from all others: a guard that acts sooner lengthens the tail it is for (adr 019).
   */
  private static final double HARMLESS_TAILS = 2;

  /**
   * How far Slurm's backfill looks ahead unless it is told otherwise ({@code bf_window} of
   * SchedulerParameters, 1440 minutes): it keeps no nodes for a job that can start only later.
   */
  private static final long DEFAULT_BACKFILL_WINDOW_S = 86_400;

  /** Most waiting jobs tried in one pass, as bf_max_job_test. */
  private static final int TEST_DEPTH = 500;

  /** First blocked jobs for which nodes are kept. */
  private static final int RESERVED = 8;

  /** Virtual waits remembered for {@link #harmlessS}. */
  private static final int REMEMBERED = 2_000;

  /** Fewer say nothing about the tail. */
  private static final int FEWEST_WAITS = 40;

  /** A job that ended this long ago is no longer waited for, whatever keeps it there. */
  private static final long FORGET_AFTER_S = 7 * 86_400;

  private final Map<Long, VirtualJob> jobs = new HashMap<>();
  private final RecentValues waits = new RecentValues(REMEMBERED);

  /** So far, of jobs that still wait there. */
  private List<Double> openWaits = List.of();

  private final MeanRatio runOverLimit = new MeanRatio();
  private long backfillWindowS = DEFAULT_BACKFILL_WINDOW_S;
  private boolean begun;

  /** Looks so many seconds ahead from now on; with 0 no nodes are kept for anybody. */
  public void backfillWindowS(long seconds) {
    if (seconds < 0) {
      throw new IllegalArgumentException(
          "backfill window of " + seconds + " s must not be negative");
    }
    backfillWindowS = seconds;
  }

  /**
   * Moves the virtual cluster to the time of a snapshot.
   *
   * @param ownPriority the priority Slurm alone would give a job: without our site factor
   * @param expectedRunS how long a job is expected to run in all, in seconds; NaN where nobody
   *     knows, then what jobs use of their limits stands for it
   */
  public void observe(
      ClusterSnapshot snapshot,
      ToLongFunction<Job> ownPriority,
      ToDoubleFunction<Job> expectedRunS) {
    long now = snapshot.takenAt();
    follow(snapshot, now, expectedRunS);
    age(snapshot, ownPriority);
    Eligibility eligibility = new Eligibility(snapshot);
    Fitting fitting = new Fitting(eligibility, snapshot.nodes(), job -> true);
    FreeResources free = FreeResources.unused(snapshot.nodes());
    for (VirtualJob job : jobs.values()) {
      if (job.holdsVirtualNodes()) {
        occupy(free, job, 1);
      }
    }
    List<VirtualJob> queue = new ArrayList<>();
    for (Job job : snapshot.pendingJobs()) {
      VirtualJob virtual = jobs.get(job.id());
      if (!virtual.hasStartedVirtually() && VetoRules.waitsForResources(job)) {
        queue.add(virtual);
      }
    }
    for (VirtualJob virtual : jobs.values()) {
      // Ours started it earlier than plain Slurm would have: there it still waits.
      if (!virtual.hasStartedVirtually() && virtual.hasRun()) {
        queue.add(virtual);
      }
    }
    queue.sort(
        Comparator.comparingDouble((VirtualJob job) -> -job.priority())
            .thenComparingLong(job -> job.job().times().submit())
            .thenComparingLong(job -> job.job().id()));
    openWaits =
        new Pass(now, free, FreeResources.unused(snapshot.nodes()), eligibility, fitting)
            .run(queue);
    begun = true;
  }

  /** Jobs kept in mind: those of the last snapshot, and ended ones that still run or wait there. */
  int jobsFollowed() {
    return jobs.size();
  }

  /** When plain Slurm would have started the job, in seconds since the epoch, if by now. */
  public OptionalLong startOf(long jobId) {
    VirtualJob job = jobs.get(jobId);
    return job != null && job.hasStartedVirtually()
        ? OptionalLong.of(job.virtualStart())
        : OptionalLong.empty();
  }

  /** When plain Slurm would have started each job that it would have started by now, by job id. */
  public Map<Long, Long> starts() {
    Map<Long, Long> starts = new HashMap<>();
    jobs.forEach(
        (id, job) -> {
          if (job.hasStartedVirtually()) {
            starts.put(id, job.virtualStart());
          }
        });
    return starts;
  }

  /**
   * The wait up to which nobody is harmed, by what plain Slurm would have caused lately, jobs that
   * still wait there included: those that have started tell too little while the load grows.
   *
   * @return seconds, or infinity while too few are known
   */
  double harmlessS() {
    return waits.size() < FEWEST_WAITS
        ? Double.POSITIVE_INFINITY
        : HARMLESS_TAILS * waits.quantile(TAIL_QUANTILE, openWaits);
  }

  /**
   * How long each waiting job may wait before it is overdue: a multiple of what plain Slurm would
   * have made it wait, but not less than {@link #harmlessS}. Jobs that would still wait under plain
   * Slurm are absent.
   *
   * @return seconds since the job became eligible, by job id
   */
  public Map<Long, Double> dueS(double multiple) {
    double floor = harmlessS();
    Map<Long, Double> due = new HashMap<>();
    jobs.forEach(
        (id, job) -> {
          if (job.hasStartedVirtually() && !job.hasRun()) {
            due.put(id, Math.max(multiple * job.virtualWaitS(), floor));
          }
        });
    return due;
  }

  /**
   * Takes priorities over. A job that runs in reality and waits here ages here as those do that
   * wait in both; left at what it had, it would be overtaken by all that came later.
   */
  private void age(ClusterSnapshot snapshot, ToLongFunction<Job> ownPriority) {
    Set<Long> fresh = new HashSet<>();
    double[] growth = new double[snapshot.jobs().size()];
    int known = 0;
    for (Job job : snapshot.jobs()) {
      VirtualJob virtual = jobs.get(job.id());
      if (virtual != null && (job.state().isPending() || !virtual.hasPriority())) {
        double own = ownPriority.applyAsLong(job);
        // Jobs that wait for a dependency do not age.
        if (virtual.hasPriority() && VetoRules.waitsForResources(job)) {
          growth[known++] = own - virtual.priority();
        }
        virtual.priority(own);
        fresh.add(job.id());
      }
    }
    if (known == 0) {
      return;
    }
    Arrays.sort(growth, 0, known);
    double usual = Math.max(0, growth[known / 2]);
    jobs.forEach(
        (id, virtual) -> {
          if (!fresh.contains(id)) {
            virtual.priority(virtual.priority() + usual);
          }
        });
  }

  /** Takes over what happened in reality since the last snapshot. */
  private void follow(ClusterSnapshot snapshot, long now, ToDoubleFunction<Job> expectedRunS) {
    Set<Long> listed = new HashSet<>();
    for (Job job : snapshot.jobs()) {
      listed.add(job.id());
      VirtualJob virtual = jobs.computeIfAbsent(job.id(), id -> new VirtualJob(job));
      virtual.seen(job);
      boolean missedItsWait = !virtual.hasStartedVirtually() && virtual.hasRun() && !begun;
      if (missedItsWait) {
        virtual.startVirtually(job.times().start(), Shares.ofRunning(job));
      }
    }
    jobs.values()
        .removeIf(
            job -> {
              if (!listed.contains(job.job().id())) {
                if (!job.hasRun()) {
                  return true;
                }
                learn(job, now);
              }
              if (job.holdsVirtualNodes()
                  && job.virtualEnd(now, expectedRunS, runOverLimit.value()) <= now) {
                job.releaseVirtually();
              }
              boolean done = job.hasStartedVirtually() && !job.holdsVirtualNodes();
              return job.isGone() && (done || job.isGoneFor(FORGET_AFTER_S, now));
            });
  }

  private void learn(VirtualJob job, long now) {
    if (!job.isGone()) {
      job.gone(now);
      long limitS = job.job().request().timeLimitS();
      if (limitS < Long.MAX_VALUE) {
        runOverLimit.add(Math.min(1, job.realRunS() / (double) Math.max(1, limitS)));
      }
    }
  }

  private static void occupy(FreeResources free, VirtualJob virtual, int sign) {
    Job job = virtual.job();
    Map<String, Integer> nodes = virtual.nodes();
    nodes.forEach(
        (node, gpus) ->
            free.take(node, job, sign * gpus, sign * Shares.of(job, gpus, nodes.size())));
  }

  /** One pass of the virtual scheduler: start in order, keep nodes for the first blocked. */
  private final class Pass {
    private record Kept(long shadowTime, Set<String> nodes) {}

    private final long now;
    private final FreeResources free;
    private final FreeResources empty;
    private final Eligibility eligibility;
    private final Fitting fitting;
    private final List<Kept> keptList = new ArrayList<>();
    private final List<Double> openWaits = new ArrayList<>();

    /** Of the jobs that have started: only longer waits are worth a second look. */
    private final double tailS;

    private List<VirtualJob> byEnd = List.of();

    Pass(
        long now,
        FreeResources free,
        FreeResources empty,
        Eligibility eligibility,
        Fitting fitting) {
      this.now = now;
      this.free = free;
      this.empty = empty;
      this.eligibility = eligibility;
      this.fitting = fitting;
      this.tailS = waits.size() == 0 ? 0 : waits.quantile(TAIL_QUANTILE, List.of());
    }

    /** Gives the waits so far of the jobs that go on waiting for others to end. */
    List<Double> run(List<VirtualJob> queue) {
      int tested = 0;
      for (VirtualJob virtual : queue) {
        if (tested++ == TEST_DEPTH) {
          break;
        }
        List<String> nodes = eligibility.nodesFor(virtual.job()).stream().map(Node::name).toList();
        SortedMap<String, Integer> found =
            fitting.fit(virtual.job(), free, allowed(virtual.job(), nodes));
        if (!found.isEmpty()) {
          virtual.startVirtually(now, found);
          occupy(free, virtual, 1);
          waits.add(virtual.virtualWaitS());
        } else if (virtual.hasRun() && fitting.fit(virtual.job(), empty, nodes).isEmpty()) {
          virtual.startAsInReality();
        } else {
          if (keptList.size() < RESERVED) {
            keep(virtual.job(), nodes);
          }
          double waitedS = virtual.job().waitedS(now);
          // One that waits for nodes to come back says nothing of how long others make it wait.
          if (waitedS <= tailS || !fitting.fit(virtual.job(), empty, nodes).isEmpty()) {
            openWaits.add(waitedS);
          }
        }
      }
      return openWaits;
    }

    private List<String> allowed(Job job, List<String> nodes) {
      if (keptList.isEmpty()) {
        return nodes;
      }
      long end = now + Math.min(job.request().timeLimitS(), Integer.MAX_VALUE);
      Set<String> barred = new HashSet<>();
      for (Kept kept : keptList) {
        if (end > kept.shadowTime()) {
          barred.addAll(kept.nodes());
        }
      }
      return nodes.stream().filter(node -> !barred.contains(node)).toList();
    }

    /** Slurm plans by time limits: it knows no better. */
    private void keep(Job job, List<String> nodes) {
      if (keptList.isEmpty()) {
        byEnd =
            jobs.values().stream()
                .filter(VirtualJob::holdsVirtualNodes)
                .sorted(Comparator.comparingLong(VirtualJob::virtualLimitEnd))
                .toList();
      }
      Set<String> taken = new HashSet<>();
      keptList.forEach(kept -> taken.addAll(kept.nodes()));
      List<String> candidates = nodes.stream().filter(node -> !taken.contains(node)).toList();
      FreeResources later = free.copy();
      int need = job.request().gpus().total();
      for (VirtualJob ending : byEnd) {
        occupy(later, ending, -1);
        if (later.gpus(candidates) < need) {
          continue;
        }
        long shadowTime = Math.max(now + 1, ending.virtualLimitEnd());
        if (shadowTime - now > backfillWindowS) {
          return;
        }
        SortedMap<String, Integer> found = fitting.fit(job, later, candidates);
        if (!found.isEmpty()) {
          keptList.add(new Kept(shadowTime, found.keySet()));
          return;
        }
      }
    }
  }
}
