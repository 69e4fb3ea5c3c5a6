package io.rltune.sim.train;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Counts the waiting jobs that change places from one cycle to the next: what keeping an order
 * costs in writes. Those that do not move are a longest sequence that stands as it stood, as in
 * {@link io.rltune.plan.OrderDiff}; jobs that came in between must be written whatever the order
 * and do not count. Not thread-safe.
 */
final class OrderMoves {
  private final double cycleS;
  private Map<Long, Integer> rankBefore = Map.of();
  private double lookedS = Double.NEGATIVE_INFINITY;
  private long total;

  /**
   * Nothing seen yet.
   *
   * @param cycleS least time between two looks, in seconds; 0 looks every time
   */
  OrderMoves(double cycleS) {
    this.cycleS = cycleS;
  }

  /**
   * Looks at an order where a cycle has gone by.
   *
   * @param count jobs that wait
   * @param jobAt number of the job at a place of the order; place 0 is first
   */
  void look(double nowS, int count, IntToLongFunction jobAt) {
    if (nowS - lookedS < cycleS) {
      return;
    }
    lookedS = nowS;
    Map<Long, Integer> ranks = new HashMap<>(2 * count);
    int[] lowestEnd = new int[count];
    int kept = 0;
    int known = 0;
    for (int place = 0; place < count; place++) {
      long job = jobAt.applyAsLong(place);
      ranks.put(job, place);
      Integer before = rankBefore.get(job);
      if (before != null) {
        known++;
        // Ranks differ from each other, so the place found is free or that of a higher end.
        int length = -1 - Arrays.binarySearch(lowestEnd, 0, kept, before);
        lowestEnd[length] = before;
        kept = Math.max(kept, length + 1);
      }
    }
    rankBefore = ranks;
    total += known - kept;
  }

  /** Moves so far. */
  long total() {
    return total;
  }
}
