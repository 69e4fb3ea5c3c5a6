package io.rltune.plan;

import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.Plan.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Keeps Slurm's present order among jobs whose order does not matter: those that all start now, and
 * waiting neighbours of one QOS with nearly the same score. Scores move a little in every cycle;
 * without this each such move would be a write.
 */
public final class OrderHysteresis {
  private OrderHysteresis() {}

  /**
   * Settles an order.
   *
   * @param band share of the range of scores in the queue within which two are the same, 0 to 1; 0
   *     keeps the order of waiting jobs as it is
   * @param priority Slurm's present priority of a job
   * @param qos QOS of a job: its tier stands above the score
   */
  public static List<RankedJob> settle(
      List<RankedJob> order,
      double band,
      ToLongFunction<RankedJob> priority,
      LongFunction<String> qos) {
    double low = order.stream().mapToDouble(RankedJob::score).min().orElse(0);
    double high = order.stream().mapToDouble(RankedJob::score).max().orElse(0);
    double width = band * (high - low);
    Comparator<RankedJob> byPriority = Comparator.comparingLong(priority).reversed();
    List<RankedJob> settled = new ArrayList<>(order.size());
    for (int from = 0; from < order.size(); ) {
      int to = from + 1;
      while (to < order.size() && belongs(order.get(from), order.get(to), width, qos)) {
        to++;
      }
      List<RankedJob> group = new ArrayList<>(order.subList(from, to));
      group.sort(byPriority);
      settled.addAll(group);
      from = to;
    }
    return settled;
  }

  private static boolean belongs(
      RankedJob first, RankedJob next, double width, LongFunction<String> qos) {
    if (first.role() != next.role()) {
      return false;
    }
    if (first.role() == Role.STARTS_NOW) {
      return true;
    }
    // A score that rises again marks the end of a tier or of the overdue jobs.
    double below = first.score() - next.score();
    return first.role() == Role.WAITS
        && width > 0
        && below >= 0
        && below <= width
        && qos.apply(first.jobId()).equals(qos.apply(next.jobId()));
  }
}
