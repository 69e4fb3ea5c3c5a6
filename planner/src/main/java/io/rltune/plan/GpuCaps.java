package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code max_gpus} of partitions and accounts leaves for starts now: the cap less the GPUs of
 * jobs that run. Accounts are a constraint of the MILP; partitions are kept by giving up the last
 * starts of a placement that go beyond.
 */
final class GpuCaps {
  private final JobRules rules;
  private final Map<String, Integer> accountsLeft = new HashMap<>();
  private final Map<String, Integer> partitionsLeft = new HashMap<>();

  /** Of each account for starts of one cycle. */
  private final Map<String, Integer> cycleLeft;

  GpuCaps(PlannerSettings settings, ClusterSnapshot snapshot) {
    this.rules = settings.rules();
    this.cycleLeft = new HashMap<>(settings.accountCaps());
    rules
        .accounts()
        .forEach((name, rule) -> rule.maxGpus().ifPresent(max -> accountsLeft.put(name, max)));
    rules
        .partitions()
        .forEach((name, rule) -> rule.maxGpus().ifPresent(max -> partitionsLeft.put(name, max)));
    if (!accountsLeft.isEmpty() || !partitionsLeft.isEmpty()) {
      snapshot.activeJobs().forEach(this::take);
    }
  }

  private GpuCaps(GpuCaps other) {
    rules = other.rules;
    accountsLeft.putAll(other.accountsLeft);
    partitionsLeft.putAll(other.partitionsLeft);
    cycleLeft = new HashMap<>(other.cycleLeft);
  }

  GpuCaps copy() {
    return new GpuCaps(this);
  }

  /** Counts a job that runs, or will for certain. */
  void take(Job job) {
    int gpus = job.request().gpus().total();
    accountsLeft.computeIfPresent(job.account(), (name, left) -> left - gpus);
    for (String partition : job.partitions()) {
      partitionsLeft.computeIfPresent(partition, (name, left) -> left - gpus);
    }
  }

  /** The settings with caps on accounts that also hold {@code max_gpus}. */
  PlannerSettings applyTo(PlannerSettings settings) {
    Map<String, Integer> caps = new HashMap<>(cycleLeft);
    accountsLeft.forEach((name, left) -> caps.merge(name, Math.max(0, left), Math::min));
    return settings.withAccountCaps(caps);
  }

  /**
   * Counts a start that the MILP does not decide.
   *
   * @return whether it stays within all caps; where it does not, nothing is counted
   */
  boolean start(Job job) {
    int gpus = job.request().gpus().total();
    boolean admitted =
        fits(job)
            && accountsLeft.getOrDefault(job.account(), Integer.MAX_VALUE) >= gpus
            && cycleLeft.getOrDefault(job.account(), Integer.MAX_VALUE) >= gpus;
    if (admitted) {
      take(job);
      cycleLeft.computeIfPresent(job.account(), (name, left) -> left - gpus);
    }
    return admitted;
  }

  /** The placements that stay within the caps of partitions, those of earlier jobs first. */
  List<Placement> within(List<Placement> placements, List<Job> order) {
    if (partitionsLeft.isEmpty()) {
      return placements;
    }
    Map<Long, Placement> byJob = new HashMap<>();
    placements.forEach(placement -> byJob.put(placement.jobId(), placement));
    List<Placement> kept = new ArrayList<>();
    for (Job job : order) {
      Placement placement = byJob.get(job.id());
      if (placement != null && fits(job)) {
        take(job);
        kept.add(placement);
      }
    }
    return kept;
  }

  private boolean fits(Job job) {
    return job.partitions().stream()
        .allMatch(
            partition ->
                partitionsLeft.getOrDefault(partition, Integer.MAX_VALUE)
                    >= job.request().gpus().total());
  }
}
