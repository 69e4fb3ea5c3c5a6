package io.rltune.policy.history;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.JobTimes;
import io.rltune.model.ResourceRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Learns runtimes by watching the queue: a job that ran in one snapshot and is gone in a later one
 * has ended in between. Its runtime is exact to the time between two snapshots; a job that ended on
 * a failed node counts like any other. Thread-safe; what {@link #observe} gives is read by the
 * caller alone.
 */
public final class SnapshotHistory {
  private final RuntimeHistory history = new RuntimeHistory();
  private Map<Long, Job> running = Map.of();

  /** As they were when first seen running: a time limit may be changed later. */
  private final Map<Long, Begun> begun = new HashMap<>();

  private record Begun(RunRequest request, double startS) {}

  private long seenAt = Long.MIN_VALUE;

  /** A history that begins with runs of before, in order of their ends, in seconds of the epoch. */
  public SnapshotHistory(List<FinishedRun> past) {
    past.forEach(history::add);
  }

  /** Takes in what has ended since the last snapshot. The same snapshot twice changes nothing. */
  public synchronized RuntimeHistory observe(ClusterSnapshot snapshot) {
    if (snapshot.takenAt() <= seenAt) {
      return history;
    }
    Map<Long, Job> now = new HashMap<>();
    Map<Long, Job> all = new HashMap<>();
    for (Job job : snapshot.jobs()) {
      all.put(job.id(), job);
      if (job.state().holdsNodes() && job.times().start() != JobTimes.UNSET) {
        now.put(job.id(), job);
      }
    }
    for (Job job : now.values()) {
      if (!begun.containsKey(job.id())) {
        Begun run = new Begun(request(job), job.times().start());
        begun.put(job.id(), run);
        history.began(run.request(), run.startS());
      }
    }
    for (Job job : running.values()) {
      Job still = all.get(job.id());
      boolean requeued = still != null && still.state().isPending();
      if (!now.containsKey(job.id())) {
        Begun run = begun.remove(job.id());
        history.left(run.request(), run.startS());
        if (!requeued) {
          history.add(ended(job, snapshot.takenAt()));
        }
      }
    }
    running = now;
    seenAt = snapshot.takenAt();
    return history;
  }

  /** It ended somewhere between the last two snapshots; the middle is off by least. */
  private FinishedRun ended(Job job, long now) {
    double endS = (Math.max(seenAt, job.times().start()) + now) / 2.0;
    RunRequest request = request(job);
    return new FinishedRun(
        request.user(),
        request.account(),
        request.name(),
        request.gpus(),
        request.walltimeS(),
        Math.max(0, endS - job.times().start()),
        endS,
        request.submitS());
  }

  /**
   * What a history expects of the jobs of a snapshot: their mean runtimes in all, in seconds.
   *
   * @param now the snapshot's time, on the clock of the history's runs
   */
  public static ToDoubleFunction<Job> meanRunS(RuntimeHistory history, long now) {
    return job -> history.expect(request(job)).at(now).meanS();
  }

  /** What history may know of a job in the queue. */
  public static RunRequest request(Job job) {
    long limitS = job.request().timeLimitS();
    boolean limited = limitS != ResourceRequest.UNLIMITED && limitS > 0;
    return new RunRequest(
        job.user(),
        job.account(),
        job.name(),
        job.request().gpus().total(),
        limited ? limitS : Double.POSITIVE_INFINITY,
        job.times().submit() == JobTimes.UNSET ? Double.NaN : job.times().submit());
  }
}
