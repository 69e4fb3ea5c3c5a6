package io.rltune.daemon.journal;

import io.rltune.daemon.journal.TouchedJob.NiceChange;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.slurm.JobUpdate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is left on which job, in memory; the journal keeps the durable copy. */
public final class Ledger {
  /** A job not seen for this long is gone for good; until then it may come back by a requeue. */
  private static final long FORGET_AFTER_S = 7 * 86_400;

  private final Journal journal;
  private final Map<Long, TouchedJob> jobs;

  public Ledger(Journal journal) {
    this.journal = journal;
    this.jobs = new HashMap<>(journal.touched());
  }

  public TouchedJob of(long jobId, long now) {
    return jobs.getOrDefault(jobId, TouchedJob.untouched(jobId, now));
  }

  public List<TouchedJob> all() {
    return List.copyOf(jobs.values());
  }

  /** Node lists that we set, by job. */
  public Map<Long, List<String>> leases() {
    Map<Long, List<String>> leases = new HashMap<>();
    jobs.values().stream()
        .filter(TouchedJob::hasLease)
        .forEach(job -> leases.put(job.jobId(), job.lease()));
    return leases;
  }

  /** Leases on jobs that are still pending; a started job keeps its list in the record only. */
  public int leasesStanding(ClusterSnapshot snapshot) {
    return (int)
        snapshot.pendingJobs().stream()
            .filter(job -> jobs.containsKey(job.id()) && jobs.get(job.id()).hasLease())
            .count();
  }

  /**
   * What a job carries once an update has been applied.
   *
   * @param write the update, with the value that the field had before
   * @param leaseUntil end of a lease that the update sets, seconds since the epoch
   */
  public TouchedJob after(PlannedWrite write, long now, long leaseUntil) {
    JobUpdate update = write.update();
    TouchedJob job = of(update.jobId(), now).withLastSeen(now);
    if (update instanceof JobUpdate.SiteFactor factor) {
      return job.withSiteFactor(factor.value());
    }
    if (update instanceof JobUpdate.Priority) {
      return job.withFixedPriority(true);
    }
    if (update instanceof JobUpdate.ResetPriority) {
      return job.withFixedPriority(false);
    }
    if (update instanceof JobUpdate.Nice nice) {
      return job.withNice(Optional.of(niceChange(job, write.oldValue(), nice.value())));
    }
    if (update instanceof JobUpdate.RestoreNice) {
      return job.withNice(Optional.empty());
    }
    if (update instanceof JobUpdate.NodeList list) {
      return job.withLease(list.nodes(), leaseUntil);
    }
    if (update instanceof JobUpdate.ClearNodeList) {
      return job.withLease(List.of(), 0);
    }
    throw new IllegalArgumentException("update " + update + " is not one that RLTune makes");
  }

  /** The value before ours is the user's, unless it is what we set earlier. */
  private static NiceChange niceChange(TouchedJob job, String oldValue, int ours) {
    int old = Integer.parseInt(oldValue);
    int before =
        job.nice().filter(known -> known.ours() == old).map(NiceChange::before).orElse(old);
    return new NiceChange(before, ours);
  }

  /** Takes over what {@link Journal#conclude} or {@link Journal#save} has stored. */
  public void put(Collection<TouchedJob> changedJobs) {
    for (TouchedJob job : changedJobs) {
      if (job.isClean()) {
        jobs.remove(job.jobId());
      } else {
        jobs.put(job.jobId(), job);
      }
    }
  }

  /**
   * Notes which touched jobs are still there, and forgets those gone for long. Stores only now and
   * then.
   */
  public void observe(ClusterSnapshot snapshot) {
    long now = snapshot.takenAt();
    List<TouchedJob> changed = new ArrayList<>();
    Map<Long, TouchedJob> present = new HashMap<>();
    for (Job job : snapshot.jobs()) {
      TouchedJob touched = jobs.get(job.id());
      if (touched != null) {
        present.put(job.id(), touched);
        if (now - touched.lastSeen() > 3600) {
          changed.add(touched.withLastSeen(now));
        }
      }
    }
    for (TouchedJob job : jobs.values()) {
      if (!present.containsKey(job.jobId()) && now - job.lastSeen() > FORGET_AFTER_S) {
        changed.add(TouchedJob.untouched(job.jobId(), now));
      }
    }
    journal.save(changed);
    put(changed);
  }

  /**
   * After a crash: a write whose outcome is unknown may have been applied, so the job is taken to
   * carry it.
   *
   * @return number of such writes
   */
  public int recover(long now) {
    List<Journal.Entry> open = journal.open();
    Map<Long, String> outcomes = new HashMap<>();
    for (Journal.Entry entry : open) {
      TouchedJob job = of(entry.jobId(), now);
      TouchedJob assumed =
          switch (entry.field()) {
            case "SiteFactor" -> {
              int factor = Integer.parseInt(entry.newValue());
              // An undo of unknown outcome may not have happened: the old record stands.
              yield factor == 0 ? job : job.withSiteFactor(factor);
            }
            case "ReqNodeList" ->
                entry.newValue().isEmpty()
                    ? job
                    : job.withLease(List.of(entry.newValue().split(",")), now);
            case "Nice" -> {
              int nice = Integer.parseInt(entry.newValue());
              // An undo of unknown outcome may not have happened: the old record stands.
              boolean undo = job.nice().filter(known -> known.before() == nice).isPresent();
              yield undo ? job : job.withNice(Optional.of(niceChange(job, entry.oldValue(), nice)));
            }
            default -> job.withFixedPriority(true);
          };
      put(List.of(assumed));
      outcomes.put(entry.id(), "unknown: the daemon died before Slurm answered");
    }
    journal.conclude(outcomes, now, all());
    return open.size();
  }
}
