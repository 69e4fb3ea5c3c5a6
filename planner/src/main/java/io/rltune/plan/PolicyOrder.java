package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.policy.JobScorer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The managed jobs in the order in which they should start: QOS tier, then jobs overdue (longest
 * first), then the policy's score, lifted by the weights of partition and account and lowered by
 * the user's own nice value, then age.
 */
final class PolicyOrder {
  /** A nice value of this much outweighs any difference of scores. */
  private static final double FULL_NICE = 10_000;

  private final List<Job> jobs;
  private final Map<Long, Double> scores;
  private final Map<Long, Double> overdue;

  private PolicyOrder(List<Job> jobs, Map<Long, Double> scores, Map<Long, Double> overdue) {
    this.jobs = List.copyOf(jobs);
    this.scores = scores;
    this.overdue = overdue;
  }

  static PolicyOrder of(
      JobScorer scorer,
      PlannerSettings settings,
      ClusterSnapshot snapshot,
      PlanContext context,
      List<Job> managed) {
    double[] raw = scorer.score(snapshot, managed);
    if (raw.length != managed.size()) {
      throw new IllegalStateException(
          "policy "
              + scorer.name()
              + " gave "
              + raw.length
              + " scores for "
              + managed.size()
              + " jobs");
    }
    double low = Arrays.stream(raw).min().orElse(0);
    double high = Arrays.stream(raw).max().orElse(0);
    // A little more than the range, so that the full nice value outweighs even equal scores.
    double range = Math.max(1e-9, 1.001 * (high - low));
    Map<Long, Double> scores = new HashMap<>();
    Map<Long, Double> overdue = new HashMap<>();
    for (int i = 0; i < raw.length; i++) {
      Job job = managed.get(i);
      if (!Double.isFinite(raw[i])) {
        throw new IllegalStateException(
            "policy " + scorer.name() + " gave score " + raw[i] + " for job " + job.id());
      }
      double nice = Math.min(FULL_NICE, Math.max(0, job.nice())) / FULL_NICE;
      double lift = settings.rules().weight(job) - 1;
      scores.put(job.id(), raw[i] + (lift - nice) * range);
      overdue.put(job.id(), overdueRatio(job, settings, context, snapshot.takenAt()));
    }
    Comparator<Job> order =
        Comparator.comparingInt((Job job) -> -settings.qosTier().getOrDefault(job.qos(), 0))
            .thenComparingDouble(job -> -Math.max(1, overdue.get(job.id())))
            .thenComparingDouble(job -> -scores.get(job.id()))
            .thenComparingLong(job -> job.times().submit())
            .thenComparingLong(Job::id);
    List<Job> sorted = new ArrayList<>(managed);
    sorted.sort(order);
    return new PolicyOrder(sorted, scores, overdue);
  }

  /** Waiting time over what is due: 1 and more means overdue. */
  private static double overdueRatio(
      Job job, PlannerSettings settings, PlanContext context, long now) {
    double due = settings.rules().overdueAfterS(job, settings);
    if (context.dueS().isPresent() && !settings.rules().setsOverdue(job)) {
      Double plain = context.dueS().get().get(job.id());
      if (plain == null) {
        return 0;
      }
      due = Math.max(due, plain);
    }
    return job.waitedS(now) / Math.max(1, due);
  }

  List<Job> jobs() {
    return jobs;
  }

  double score(Job job) {
    return scores.get(job.id());
  }

  boolean isOverdue(Job job) {
    return overdue.get(job.id()) >= 1;
  }
}
