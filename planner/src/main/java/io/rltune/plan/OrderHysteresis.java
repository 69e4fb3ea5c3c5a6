package io.rltune.plan;

import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.Plan.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Keeps Slurm's present order among jobs whose order does not matter: those that all start now, and
 * waiting jobs of one QOS with nearly the same score. Scores move a little in every cycle, with the
 * free nodes and the time waited; without this each such move would be a write.
 *
 * <p>Scores are sorted into steps of equal height, within which the order is left alone. A job
 * stays on its step until its score is half a step beyond it, so that one near an edge does not go
 * to and fro. Two jobs whose scores differ by two steps are always in the policy's order. For one
 * thread; what it remembers is worth nothing to another run.
 */
public final class OrderHysteresis {
  /** In powers of two: how far the wanted height may be from the one in use. */
  private static final double HEIGHT_SLACK = 0.75;

  private final double band;
  private final Map<Long, Long> steps = new HashMap<>();

  /** 0 as long as no two scores differed. */
  private double height;

  /**
   * A fresh memory.
   *
   * @param band height of a step as a share of the range of scores in the queue, 0 to 1, to the
   *     next power of two; 0 keeps the order of waiting jobs as it is
   */
  public OrderHysteresis(double band) {
    this.band = band;
  }

  /**
   * Settles an order.
   *
   * @param order jobs in the wanted order, highest first
   * @param priority Slurm's present priority of a job
   * @param qos QOS of a job: its tier stands above the score
   */
  public List<RankedJob> settle(
      List<RankedJob> order, ToLongFunction<RankedJob> priority, LongFunction<String> qos) {
    adjustHeight(order);
    if (height > 0) {
      remember(order);
    }
    Comparator<RankedJob> present = Comparator.comparingLong(priority).reversed();
    Comparator<RankedJob> byStep =
        Comparator.comparingLong((RankedJob job) -> -steps.get(job.jobId())).thenComparing(present);
    List<RankedJob> settled = new ArrayList<>(order.size());
    for (int from = 0; from < order.size(); ) {
      int to = from + 1;
      while (to < order.size() && belongs(order.get(to - 1), order.get(to), qos)) {
        to++;
      }
      List<RankedJob> group = new ArrayList<>(order.subList(from, to));
      if (group.get(0).role() == Role.STARTS_NOW) {
        group.sort(present);
      } else if (group.get(0).role() == Role.WAITS && height > 0) {
        group.sort(byStep);
      }
      settled.addAll(group);
      from = to;
    }
    return settled;
  }

  /** A range that grows and shrinks with single jobs must not move every edge in each cycle. */
  private void adjustHeight(List<RankedJob> order) {
    double low = order.stream().mapToDouble(RankedJob::score).min().orElse(0);
    double high = order.stream().mapToDouble(RankedJob::score).max().orElse(0);
    double wanted = band * (high - low);
    if (!(wanted > 0)) {
      return;
    }
    double exponent = Math.log(wanted) / Math.log(2);
    if (height == 0 || Math.abs(exponent - Math.log(height) / Math.log(2)) > HEIGHT_SLACK) {
      height = Math.pow(2, Math.rint(exponent));
      steps.clear();
    }
  }

  private void remember(List<RankedJob> order) {
    Map<Long, Long> now = new HashMap<>();
    for (RankedJob job : order) {
      Long before = steps.get(job.jobId());
      boolean stays =
          before != null
              && job.score() >= (before - 0.5) * height
              && job.score() <= (before + 1.5) * height;
      now.put(job.jobId(), stays ? before : (long) Math.floor(job.score() / height));
    }
    steps.clear();
    steps.putAll(now);
  }

  private static boolean belongs(RankedJob previous, RankedJob next, LongFunction<String> qos) {
    if (previous.role() != next.role()) {
      return false;
    }
    // A score that rises again marks the end of a tier or of the overdue jobs.
    return next.role() != Role.WAITS
        || (previous.score() >= next.score()
            && qos.apply(previous.jobId()).equals(qos.apply(next.jobId())));
  }
}
