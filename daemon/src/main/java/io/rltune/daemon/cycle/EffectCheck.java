package io.rltune.daemon.cycle;

import io.rltune.daemon.journal.PlannedWrite;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.slurm.JobUpdate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Notices site factors that change nothing: a job whose priority an admin has fixed, or a cluster
 * without priority/multifactor. Such a job is left alone for a while instead of being written to in
 * every cycle.
 */
final class EffectCheck {
  private static final int TRIES = 3;

  private record Written(long priorityBefore) {}

  private final CoolDowns coolDowns;
  private long coolDownS;
  private final Map<Long, Written> written = new HashMap<>();
  private final Map<Long, Integer> misses = new HashMap<>();

  EffectCheck(CoolDowns coolDowns, long coolDownS) {
    this.coolDowns = coolDowns;
    this.coolDownS = coolDownS;
  }

  void coolDown(long seconds) {
    coolDownS = seconds;
  }

  /** Remembers the priorities before this cycle's site factors. */
  void remember(List<PlannedWrite> writeList, ClusterSnapshot snapshot) {
    written.clear();
    Map<Long, Long> priorities = new HashMap<>();
    snapshot.pendingJobs().forEach(job -> priorities.put(job.id(), job.priority()));
    for (PlannedWrite write : writeList) {
      boolean changes =
          write.update() instanceof JobUpdate.SiteFactor
              && !write.oldValue().equals(write.newValue());
      if (changes && priorities.containsKey(write.jobId())) {
        written.put(write.jobId(), new Written(priorities.get(write.jobId())));
      }
    }
  }

  /** Compares with what the next snapshot shows. */
  void check(ClusterSnapshot snapshot, long now) {
    for (Job job : snapshot.pendingJobs()) {
      Written before = written.get(job.id());
      if (before == null) {
        continue;
      }
      if (job.priority() != before.priorityBefore()) {
        misses.remove(job.id());
      } else if (misses.merge(job.id(), 1, Integer::sum) >= TRIES) {
        misses.remove(job.id());
        coolDowns.add(
            job.id(),
            now + coolDownS,
            "site factor has no effect (priority stays "
                + job.priority()
                + "): a fixed priority, or no priority/multifactor");
      }
    }
  }
}
