package io.rltune.daemon.cycle;

import io.rltune.daemon.journal.Ledger;
import io.rltune.daemon.journal.TouchedJob;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Decides which leases stand and which end: by time, by a requeue, by the mode. */
final class LeaseKeeper {
  private final Ledger ledger;
  private long coolDownS;

  /** Jobs that started on their lease: pending again, they were requeued. */
  private final Set<Long> started = new HashSet<>();

  private final Map<Long, Long> noLeaseUntil = new HashMap<>();

  LeaseKeeper(Ledger ledger, long coolDownS) {
    this.ledger = ledger;
    this.coolDownS = coolDownS;
  }

  void coolDown(long seconds) {
    coolDownS = seconds;
  }

  /** Leases to clear now, with the reason. */
  Map<Long, String> endings(ClusterSnapshot snapshot, Predicate<Job> leasesAllowed) {
    long now = snapshot.takenAt();
    Map<Long, String> endings = new HashMap<>();
    Map<Long, Job> jobs = new HashMap<>();
    snapshot.jobs().forEach(job -> jobs.put(job.id(), job));
    for (TouchedJob touched : ledger.all()) {
      Job job = jobs.get(touched.jobId());
      if (!touched.hasLease() || job == null) {
        continue;
      }
      if (!job.state().isPending()) {
        started.add(job.id());
      } else if (started.contains(job.id())) {
        endings.put(job.id(), "job was requeued");
      } else if (!leasesAllowed.test(job)) {
        endings.put(job.id(), "mode does not allow leases");
      } else if (touched.leaseUntil() <= now) {
        endings.put(job.id(), "lease ran out");
      }
    }
    started.retainAll(jobs.keySet());
    return endings;
  }

  /** Leases that stand: what the planner builds on. */
  Map<Long, List<String>> standing(Set<Long> ending) {
    Map<Long, List<String>> standing = ledger.leases();
    standing.keySet().removeAll(ending);
    return standing;
  }

  /** Notes leases that came to nothing, so that their jobs get no new one for a while. */
  void noteEnded(Set<Long> jobIds, long now) {
    jobIds.forEach(jobId -> noLeaseUntil.put(jobId, now + coolDownS));
  }

  Set<Long> withoutLease(long now) {
    noLeaseUntil.values().removeIf(until -> until <= now);
    return Set.copyOf(noLeaseUntil.keySet());
  }
}
