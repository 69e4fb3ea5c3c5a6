package io.rltune.plan;

import io.rltune.model.Job;
import io.rltune.plan.Plan.Reservation;
import io.rltune.plan.Reservations.Kept;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * The first jobs of the order that cannot start, and what the others must leave them: EASY backfill
 * (Lifka 1995). Jobs before the first blocked one start in order and are not held back for it;
 * those behind it may run past its shadow time where it leaves room beside it.
 */
final class BlockedJobs {
  private final long now;
  private final List<Kept> kept = new ArrayList<>();

  /** Where the jobs before the first blocked one fit, all together, by job. */
  private final Map<Long, SortedMap<String, Integer>> inOrder = new HashMap<>();

  private BlockedJobs(long now) {
    this.now = now;
  }

  /**
   * Goes down the order.
   *
   * @param open placeable jobs, first to start first
   * @param caps what jobs may start; one beyond them is passed over: it takes nothing, and nothing
   *     is kept for it. Not changed
   * @param running what runs, and the leases that stand
   * @param free what is free now; not changed
   * @param most reservations to make
   * @param now seconds since the epoch
   */
  static BlockedJobs find(
      List<Job> open,
      Fitting fitting,
      GpuCaps caps,
      Reservations running,
      FreeResources free,
      int most,
      long now) {
    BlockedJobs blocked = new BlockedJobs(now);
    FreeResources left = free.copy();
    GpuCaps capsLeft = caps.copy();
    for (Job job : open) {
      if (blocked.kept.size() == most) {
        break;
      }
      if (!capsLeft.start(job)) {
        continue;
      }
      SortedMap<String, Integer> fit = fitting.fit(job, left);
      if (fit.isEmpty()) {
        running.find(job, fitting, left).ifPresent(blocked.kept::add);
      } else if (blocked.kept.isEmpty()) {
        left.takeAll(job, fit);
        running.begins(job, fit);
        blocked.inOrder.put(job.id(), fit);
      }
    }
    return blocked;
  }

  /** GPUs by node of a job that can start before the first blocked one; empty for another. */
  SortedMap<String, Integer> startInOrder(Job job) {
    return inOrder.getOrDefault(job.id(), Collections.emptySortedMap());
  }

  List<Reservation> reservations() {
    return kept.stream().map(Kept::reservation).toList();
  }

  /**
   * The nodes that a job must leave alone if it starts now. To be asked once a job, down the order:
   * the room beside a blocked job goes to the first that can use it.
   */
  Set<String> withheldFrom(Job job) {
    Set<String> withheld = new HashSet<>();
    for (Kept one : kept) {
      Reservation reservation = one.reservation();
      if (reservation.jobId() != job.id()
          && Reservations.endIfBegunAt(now, job) > reservation.shadowTime()) {
        withheld.addAll(reservation.nodes());
        if (!inOrder.containsKey(job.id())) {
          withheld.removeAll(roomBeside(one, job));
        }
      }
    }
    if (inOrder.containsKey(job.id())) {
      withheld.removeAll(inOrder.get(job.id()).keySet());
    }
    return withheld;
  }

  private static Set<String> roomBeside(Kept kept, Job job) {
    SortedMap<String, Integer> fit =
        kept.beside().fit(job, List.copyOf(kept.reservation().nodes()));
    kept.beside().takeAll(job, fit);
    return fit.keySet();
  }
}
