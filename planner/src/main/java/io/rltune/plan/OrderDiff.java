package io.rltune.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The fewest priority changes that bring jobs into an order. Jobs whose priorities already fall,
 * with room for those that must come between them, keep theirs (a longest such subsequence); only
 * the others get a new one, spaced evenly between their neighbours.
 */
public final class OrderDiff {
  /** Lowest priority ever aimed at; 0 would hold the job. */
  public static final long MIN_PRIORITY = 2;

  private OrderDiff() {}

  /**
   * A job and its priority.
   *
   * @param jobId the job
   * @param priority Slurm's priority as it is, or as it should be
   */
  public record Ranked(long jobId, long priority) {}

  /**
   * Computes the changes.
   *
   * @param orderList jobs in the wanted order, highest first, with their present priorities
   * @param gap distance to leave between new neighbours where there is room, at least 1
   * @return jobs to change with their new priorities, in the wanted order
   */
  public static List<Ranked> changes(List<Ranked> orderList, long gap) {
    if (gap < 1) {
      throw new IllegalArgumentException("gap " + gap + ": must be at least 1");
    }
    int n = orderList.size();
    boolean[] keep = keepers(orderList);
    long[] target = new long[n];
    for (int from = 0; from < n; ) {
      if (keep[from]) {
        target[from] = orderList.get(from).priority();
        from++;
        continue;
      }
      int to = from;
      while (to < n && !keep[to]) {
        to++;
      }
      fill(target, from, to, n, orderList, gap);
      from = to;
    }
    List<Ranked> changes = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      if (!keep[i]) {
        changes.add(new Ranked(orderList.get(i).jobId(), target[i]));
      }
    }
    return changes;
  }

  /** Fills the run {@code from..to-1} between its kept neighbours. */
  private static void fill(
      long[] target, int from, int to, int n, List<Ranked> orderList, long gap) {
    int count = to - from;
    boolean hasUpper = from > 0;
    boolean hasLower = to < n;
    long lower = hasLower ? orderList.get(to).priority() : MIN_PRIORITY - 1;
    long upper;
    if (hasUpper) {
      upper = target[from - 1];
    } else if (hasLower) {
      upper = lower + gap * (count + 1);
    } else {
      upper = middle(orderList) + gap * (count + 1) / 2;
      lower = Math.max(lower, upper - gap * (count + 1));
      upper = lower + gap * (count + 1);
    }
    if (hasUpper && !hasLower) {
      lower = Math.max(lower, upper - gap * (count + 1));
    }
    for (int k = 0; k < count; k++) {
      target[from + k] = upper - (upper - lower) * (k + 1) / (count + 1);
    }
    // Integer division may touch a neighbour where the room is tight; walk up from the bottom.
    for (int i = to - 1; i >= from; i--) {
      long below = i + 1 < to ? target[i + 1] : lower;
      target[i] = Math.max(target[i], below + 1);
    }
  }

  private static long middle(List<Ranked> orderList) {
    long[] sorted = orderList.stream().mapToLong(Ranked::priority).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /**
   * Longest subsequence i1 &lt; i2 &lt; ... with {@code p[i] - p[k] >= k - i}, that is {@code p[i]
   * + i} not rising, and room for the rest below it.
   */
  private static boolean[] keepers(List<Ranked> orderList) {
    int n = orderList.size();
    long[] q = new long[n];
    for (int i = 0; i < n; i++) {
      q[i] = orderList.get(i).priority() + i;
    }
    int[] tailIndex = new int[n];
    long[] tailValue = new long[n];
    int[] previous = new int[n];
    int length = 0;
    for (int i = 0; i < n; i++) {
      long needed = MIN_PRIORITY + (n - 1 - i);
      previous[i] = -1;
      if (orderList.get(i).priority() < needed) {
        continue;
      }
      int at = firstSmaller(tailValue, length, q[i]);
      previous[i] = at > 0 ? tailIndex[at - 1] : -1;
      tailIndex[at] = i;
      tailValue[at] = q[i];
      length = Math.max(length, at + 1);
    }
    boolean[] keep = new boolean[n];
    Arrays.fill(keep, false);
    for (int i = length > 0 ? tailIndex[length - 1] : -1; i >= 0; i = previous[i]) {
      keep[i] = true;
    }
    return keep;
  }

  /** First position of the non-rising tail values whose value is below {@code value}. */
  private static int firstSmaller(long[] tailValue, int length, long value) {
    int low = 0;
    int high = length;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (tailValue[mid] < value) {
        high = mid;
      } else {
        low = mid + 1;
      }
    }
    return low;
  }
}
