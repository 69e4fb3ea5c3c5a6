package io.rltune.daemon.history;

import io.rltune.daemon.history.JobRun.Size;
import io.rltune.daemon.history.JobRun.Standing;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Placement;
import io.rltune.model.Veto;
import io.rltune.plan.Plan;
import io.rltune.plan.Plan.RankedJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns cycles into lives of jobs. Only changes are stored: a job seen first, started, given back
 * to the queue, gone. Where a job stands is kept in memory until it starts.
 */
public final class HistoryRecorder {
  private static final long POINT_EVERY_S = 60;
  private static final long PRUNE_EVERY_S = 6 * 3600;

  /** As long as the virtual Slurm remembers a job that has ended. */
  private static final long AWAIT_S = 7 * 86_400;

  private static final int MOST_NODES = 32;
  private static final int LONGEST_NAME = 200;

  private final History history;
  private final long keepS;
  private final long mostJobs;
  private final Map<Long, JobRun> open = new HashMap<>();

  /**
   * Jobs that ended before plain Slurm would have started them, by id. Those that gained most are
   * among them: without them a comparison would be of the others only.
   */
  private final Map<Long, JobRun> awaitingPlainStart = new HashMap<>();

  private long lastAt;
  private long lastPointAt;
  private long lastPruneAt;
  private int writesSincePoint;

  /**
   * A recorder that goes on where the last one stopped.
   *
   * @param keepS how long ended jobs are kept, seconds
   * @param mostJobs most ended jobs kept
   */
  public HistoryRecorder(History history, long keepS, long mostJobs) throws IOException {
    this.history = history;
    this.keepS = keepS;
    this.mostJobs = mostJobs;
    history.open().forEach(run -> open.put(run.jobId(), run));
  }

  /**
   * Takes in one cycle.
   *
   * @param plainStarts when plain Slurm would have started jobs, by id
   * @param mode mode of the daemon, lower case
   * @param writes changes that Slurm confirmed in it
   */
  public void observe(
      ClusterSnapshot snapshot, Plan plan, Map<Long, Long> plainStarts, String mode, int writes)
      throws IOException {
    long now = snapshot.takenAt();
    Standings standings = new Standings(plan);
    List<JobRun> changed = new ArrayList<>();
    Set<Long> present = new HashSet<>();
    for (Job job : snapshot.jobs()) {
      present.add(job.id());
      JobRun known = open.get(job.id());
      if (known != null && known.submit() != job.times().submit()) {
        changed.add(ended(known, now));
        known = null;
      }
      JobRun next =
          job.state().isPending()
              ? waiting(known, job, now, standings)
              : active(known, job, now, mode);
      long plain =
          known != null && known.plainStart() > 0
              ? known.plainStart()
              : plainStarts.getOrDefault(job.id(), 0L);
      next = next.plainStart() == 0 && plain > 0 ? next.withPlainStart(plain) : next;
      open.put(job.id(), next);
      if (known == null
          || known.started() != next.started()
          || known.firstPlanned() != next.firstPlanned()
          || known.plainStart() != next.plainStart()) {
        changed.add(next);
      }
    }
    for (JobRun run : List.copyOf(open.values())) {
      if (!present.contains(run.jobId())) {
        JobRun ended = ended(run, now);
        changed.add(ended);
        open.remove(run.jobId());
        if (ended.hasStarted() && ended.plainStart() == 0) {
          awaitingPlainStart.put(ended.jobId(), ended);
        }
      }
    }
    changed.addAll(plainStartsOfEnded(plainStarts, present, now));
    writesSincePoint += writes;
    Optional<CyclePoint> point = point(snapshot, plan, mode, now);
    if (!changed.isEmpty() || point.isPresent()) {
      history.store(changed, point);
    }
    lastAt = now;
    if (now - lastPruneAt > PRUNE_EVERY_S) {
      history.prune(now - keepS, mostJobs);
      lastPruneAt = now;
    }
  }

  private List<JobRun> plainStartsOfEnded(
      Map<Long, Long> plainStarts, Set<Long> present, long now) {
    List<JobRun> known = new ArrayList<>();
    awaitingPlainStart
        .values()
        .removeIf(
            run -> {
              long plain = plainStarts.getOrDefault(run.jobId(), 0L);
              // An id that comes round again is another job.
              if (plain > 0 && !present.contains(run.jobId())) {
                known.add(run.withPlainStart(plain));
                return true;
              }
              return present.contains(run.jobId()) || now - run.ended() > AWAIT_S;
            });
    return known;
  }

  private static JobRun waiting(JobRun known, Job job, long now, Standings standings) {
    Standing standing = standings.of(job);
    boolean planned = standings.starts(job.id());
    // A job given back to the queue begins to wait anew.
    long firstPlanned = known == null || known.hasStarted() ? 0 : known.firstPlanned();
    return run(
        job,
        known == null ? now : known.firstSeen(),
        firstPlanned == 0 && planned ? now : firstPlanned,
        0,
        "",
        planned,
        standing,
        List.of());
  }

  private static JobRun active(JobRun known, Job job, long now, String mode) {
    if (known != null && known.hasStarted()) {
      return known;
    }
    long started = job.times().start() > 0 ? job.times().start() : now;
    List<String> nodes = job.nodes().stream().limit(MOST_NODES).toList();
    return known == null
        ? run(job, now, 0, started, "", false, Standing.UNKNOWN, nodes)
        : run(
            job,
            known.firstSeen(),
            known.firstPlanned(),
            started,
            mode,
            known.agreed(),
            known.standing(),
            nodes);
  }

  private JobRun ended(JobRun r, long now) {
    long slack = lastAt == 0 ? now - Math.max(r.firstSeen(), r.started()) : now - lastAt;
    return new JobRun(
        r.jobId(),
        r.submit(),
        r.name(),
        r.stem(),
        r.user(),
        r.account(),
        r.qos(),
        r.partition(),
        r.gpus(),
        r.gpuType(),
        r.timeLimitS(),
        r.eligible(),
        r.firstSeen(),
        r.firstPlanned(),
        r.plainStart(),
        r.started(),
        now,
        Math.max(0, slack),
        r.mode(),
        r.agreed(),
        r.standing(),
        r.startedOn(),
        r.size());
  }

  private static JobRun run(
      Job job,
      long firstSeen,
      long firstPlanned,
      long started,
      String mode,
      boolean agreed,
      Standing standing,
      List<String> nodes) {
    String name = cut(job.name());
    GpuDemand demand = job.request().gpus();
    return new JobRun(
        job.id(),
        job.times().submit(),
        name,
        JobRun.stemOf(name),
        cut(job.user()),
        cut(job.account()),
        cut(job.qos()),
        cut(job.partitions().isEmpty() ? "" : job.partitions().get(0)),
        demand.total(),
        demand.isNone() || demand.isUntyped()
            ? ""
            : cut(String.join("+", demand.byType().keySet())),
        job.request().timeLimitS(),
        job.times().eligible(),
        firstSeen,
        firstPlanned,
        0,
        started,
        0,
        0,
        mode,
        agreed,
        standing,
        nodes,
        new Size(job.request().minNodes(), job.request().cpus(), job.request().memMb()));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME);
  }

  private Optional<CyclePoint> point(ClusterSnapshot snapshot, Plan plan, String mode, long now) {
    if (now - lastPointAt < POINT_EVERY_S) {
      return Optional.empty();
    }
    int total = 0;
    int used = 0;
    for (Node node : snapshot.nodes()) {
      if (node.state().isInService()) {
        total += node.gpusTotal();
        used += node.gpusTotal() - node.gpusFree();
      }
    }
    long sum = 0;
    long most = 0;
    List<Job> pending = snapshot.pendingJobs();
    for (Job job : pending) {
      sum += job.waitedS(now);
      most = Math.max(most, job.waitedS(now));
    }
    int writes = writesSincePoint;
    writesSincePoint = 0;
    lastPointAt = now;
    return Optional.of(
        new CyclePoint(
            now,
            mode,
            pending.size(),
            snapshot.activeJobs().size(),
            plan.starts().size(),
            total,
            used,
            pending.isEmpty() ? 0 : sum / pending.size(),
            most,
            writes));
  }

  /** Where the jobs of one plan stand. */
  private static final class Standings {
    private final Map<Long, Integer> positions = new HashMap<>();
    private final Map<Long, String> roles = new HashMap<>();
    private final Set<Long> starts = new HashSet<>();
    private final Map<Long, Veto> vetoes;
    private final int size;

    Standings(Plan plan) {
      this.vetoes = plan.vetoes();
      this.size = plan.order().size();
      int position = 0;
      for (RankedJob ranked : plan.order()) {
        positions.put(ranked.jobId(), ++position);
        roles.put(ranked.jobId(), ranked.role().name().toLowerCase(Locale.ROOT));
      }
      for (Placement start : plan.starts()) {
        starts.add(start.jobId());
      }
    }

    boolean starts(long jobId) {
      return starts.contains(jobId);
    }

    Standing of(Job job) {
      Veto veto = vetoes.get(job.id());
      return new Standing(
          positions.getOrDefault(job.id(), 0),
          size,
          roles.getOrDefault(job.id(), ""),
          veto == null ? "" : veto.kind().name().toLowerCase(Locale.ROOT),
          cut(job.reason()));
    }
  }
}
