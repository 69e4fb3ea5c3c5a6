package io.rltune.sim.train;

import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayPolicy;
import io.rltune.sim.replay.ReplayProgress;
import io.rltune.sim.replay.ReplayResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Workloads with what plain Slurm makes of them, the latest ones kept: every run of a workload, and
 * every validation, needs both again. Safe for use by several threads.
 */
final class References {
  private static final ReplayPolicy PLAIN =
      ReplayPolicies.byName("multifactor-easy", ReplayContext.DEFAULT);

  private final Map<Long, Judged> kept;

  /** A workload and plain Slurm's run of it. */
  record Judged(Workload workload, ReplayResult reference) {}

  /** Keeps the latest {@code most} of them. */
  References(int most) {
    this.kept =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Judged> eldest) {
            return size() > most;
          }
        };
  }

  /** The workload of a key, made and run where it is not kept. */
  Judged of(long key, Supplier<Workload> make) {
    synchronized (kept) {
      Judged known = kept.get(key);
      if (known != null) {
        return known;
      }
    }
    Workload workload = make.get();
    Judged judged = new Judged(workload, run(workload));
    synchronized (kept) {
      kept.put(key, judged);
    }
    return judged;
  }

  /** Plain Slurm's run of a workload. */
  static ReplayResult run(Workload workload) {
    return Replay.run(
        workload.cluster(), workload.jobs(), PLAIN, ReplayOptions.defaults(), ReplayProgress.NONE);
  }
}
