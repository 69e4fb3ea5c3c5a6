package io.rltune.plan;

import io.rltune.model.Job;
import io.rltune.plan.ScopeRule.Management;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Rules of partitions and accounts, and how they add up for a job: exclusions of any, weights
 * multiplied, the shortest aging guard, the smallest cap.
 *
 * @param excludedUsers users whose jobs are left to Slurm everywhere
 * @param off whether jobs without a rule that says otherwise are left to Slurm
 * @param partitions rules by partition
 * @param accounts rules by account
 */
public record JobRules(
    Set<String> excludedUsers,
    boolean off,
    Map<String, ScopeRule> partitions,
    Map<String, ScopeRule> accounts) {
  public static final JobRules NONE = new JobRules(Set.of(), false, Map.of(), Map.of());

  public JobRules {
    excludedUsers = Set.copyOf(excludedUsers);
    partitions = Map.copyOf(partitions);
    accounts = Map.copyOf(accounts);
  }

  /** The rules for a job: those of its partitions, in its order, then that of its account. */
  public List<ScopeRule> of(Job job) {
    if (partitions.isEmpty() && accounts.isEmpty()) {
      return List.of();
    }
    List<ScopeRule> rules = new ArrayList<>(2);
    for (String partition : job.partitions()) {
      ScopeRule rule = partitions.get(partition);
      if (rule != null) {
        rules.add(rule);
      }
    }
    ScopeRule own = accounts.get(job.account());
    if (own != null) {
      rules.add(own);
    }
    return rules;
  }

  /** Why a job is left to Slurm, if one of the rules says so. */
  Optional<String> exclusion(Job job) {
    if (excludedUsers.contains(job.user())) {
      return Optional.of("user=" + job.user());
    }
    boolean managed = !off;
    for (ScopeRule rule : of(job)) {
      managed |= rule.management() == Management.MANAGED;
      if (rule.management() == Management.LEFT_TO_SLURM) {
        return Optional.of(rule.place() + ".mode=off");
      }
      if (rule.excludedUsers().contains(job.user())) {
        return Optional.of(rule.place() + ".exclude_users: user=" + job.user());
      }
      if (rule.excludedQos().contains(job.qos())) {
        return Optional.of(rule.place() + ".exclude_qos: qos=" + job.qos());
      }
    }
    return managed ? Optional.empty() : Optional.of("daemon.mode=off");
  }

  double weight(Job job) {
    double weight = 1;
    for (ScopeRule rule : of(job)) {
      weight *= rule.weight();
    }
    return weight;
  }

  /** Whether a rule of the job's partition or account says when it is overdue. */
  boolean setsOverdue(Job job) {
    return of(job).stream()
        .anyMatch(
            rule -> rule.overdueAfterS().isPresent() || rule.overdueAfterWalltimes().isPresent());
  }

  /** Seconds of waiting after which the job is overdue. */
  double overdueAfterS(Job job, PlannerSettings settings) {
    double wait = Double.POSITIVE_INFINITY;
    double walltimes = Double.POSITIVE_INFINITY;
    for (ScopeRule rule : of(job)) {
      wait = Math.min(wait, rule.overdueAfterS().orElse(Long.MAX_VALUE));
      walltimes = Math.min(walltimes, rule.overdueAfterWalltimes().orElse(walltimes));
    }
    if (wait >= Long.MAX_VALUE) {
      wait = settings.overdueAfterS();
    }
    if (Double.isInfinite(walltimes)) {
      walltimes = settings.overdueAfterWalltimes();
    }
    return job.request().timeLimitS() < Long.MAX_VALUE
        ? Math.min(wait, walltimes * job.request().timeLimitS())
        : wait;
  }

  /** GPU types that the job should get first; empty: no preference. */
  Set<String> preferredGpuTypes(Job job) {
    Set<String> types = new HashSet<>();
    of(job).forEach(rule -> types.addAll(rule.preferredGpuTypes()));
    return types;
  }
}
