package io.rltune.sim.policy;

import io.rltune.sim.engine.QueueOrder;
import io.rltune.sim.workload.WorkloadJob;
import java.util.HashMap;
import java.util.Map;

/**
 * QSSF: least predicted GPU time first (Hu et al., "Characterization and Prediction of Deep
 * Learning Workloads in Large-Scale GPU Datacenters", SC 2021). A runtime is predicted when the job
 * is submitted, from jobs that have ended by then: those of the same user and size, else of the
 * user, else all, recent ones counting more; never more than the job's own time limit. The
 * published one also looks at job names and blends in a boosted tree.
 */
public final class QuasiShortestService implements QueueOrder {
  private static final double FORGETTING = 0.2;

  private record Habit(String user, int gpus) {}

  private static final class Mean {
    double valueS;
    int count;

    void add(double ranS) {
      count++;
      valueS += (ranS - valueS) * Math.max(FORGETTING, 1.0 / count);
    }
  }

  private final Map<Habit, Mean> byHabit = new HashMap<>();
  private final Map<String, Mean> byUser = new HashMap<>();
  private final Mean all = new Mean();

  @Override
  public double key(WorkloadJob job, double nowS) {
    return predictS(job) * QueueOrders.size(job);
  }

  @Override
  public void ended(WorkloadJob job, double ranS) {
    byHabit.computeIfAbsent(habit(job), h -> new Mean()).add(ranS);
    byUser.computeIfAbsent(job.user(), u -> new Mean()).add(ranS);
    all.add(ranS);
  }

  private double predictS(WorkloadJob job) {
    Mean known = byHabit.get(habit(job));
    if (known == null) {
      known = byUser.get(job.user());
    }
    if (known == null) {
      known = all;
    }
    double limitS = job.timeLimitS();
    return known.count == 0 ? limitS : Math.min(limitS, known.valueS);
  }

  private static Habit habit(WorkloadJob job) {
    return new Habit(job.user(), job.gpus());
  }
}
