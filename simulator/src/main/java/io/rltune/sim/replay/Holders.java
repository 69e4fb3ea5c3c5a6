package io.rltune.sim.replay;

import io.rltune.sim.workload.WorkloadJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Who holds the running GPUs, by some name on the jobs. GPUs are whole, so nothing drifts. */
final class Holders {
  private final int[] of;
  private final long[] gpus;
  private long total;

  Holders(List<WorkloadJob> jobs, Function<WorkloadJob, String> name) {
    of = new int[jobs.size()];
    Map<String, Integer> index = new HashMap<>();
    for (int job = 0; job < of.length; job++) {
      of[job] = index.computeIfAbsent(name.apply(jobs.get(job)), n -> index.size());
    }
    gpus = new long[index.size()];
  }

  /** Adds GPUs that the job's holder has on a node; negative ones are given back. */
  void add(int job, int held) {
    gpus[of[job]] += held;
    total += held;
  }

  /** Share of the running GPUs that the job's holder has, 0 to 1. */
  double share(int job) {
    return total > 0 ? (double) gpus[of[job]] / total : 0;
  }
}
