package io.rltune.sim.engine;

import java.util.Arrays;

/**
 * Future events in a binary heap of plain arrays: earliest first, of equal times by kind, then in
 * the order of adding.
 */
final class EventQueue {
  /** Of events at the same time, ends come first: what they free is there for the others. */
  enum Kind {
    END,
    HEALTH,
    MAIN,
    BACKFILL,
    CYCLE
  }

  private static final Kind[] KINDS = Kind.values();

  /** Kind and sequence in one number, so that one comparison settles both. */
  private static final int KIND_SHIFT = 56;

  private double[] time = new double[64];
  private long[] rank = new long[64];
  private SimJob[] job = new SimJob[64];
  private int[] detail = new int[64];
  private int size;
  private long sequence;

  boolean isEmpty() {
    return size == 0;
  }

  double nextS() {
    return size == 0 ? Double.POSITIVE_INFINITY : time[0];
  }

  Kind kind() {
    return KINDS[(int) (rank[0] >>> KIND_SHIFT)];
  }

  SimJob job() {
    return job[0];
  }

  /** Run of the job for an end, node for a change of health. */
  int detail() {
    return detail[0];
  }

  @SuppressWarnings("EnumOrdinal")
  void add(double atS, Kind kind, SimJob of, int withDetail) {
    if (size == time.length) {
      int larger = 2 * size;
      time = Arrays.copyOf(time, larger);
      rank = Arrays.copyOf(rank, larger);
      job = Arrays.copyOf(job, larger);
      detail = Arrays.copyOf(detail, larger);
    }
    long order = ((long) kind.ordinal() << KIND_SHIFT) | sequence++;
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!isBefore(atS, order, parent)) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    put(at, atS, order, of, withDetail);
  }

  void removeFirst() {
    int last = --size;
    double atS = time[last];
    long order = rank[last];
    SimJob of = job[last];
    int withDetail = detail[last];
    job[last] = null;
    if (last == 0) {
      return;
    }
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= last) {
        break;
      }
      if (child + 1 < last && isBefore(time[child + 1], rank[child + 1], child)) {
        child++;
      }
      if (isBefore(atS, order, child)) {
        break;
      }
      move(child, at);
      at = child;
    }
    put(at, atS, order, of, withDetail);
  }

  private boolean isBefore(double atS, long order, int than) {
    return atS < time[than] || (atS == time[than] && order < rank[than]);
  }

  private void move(int from, int to) {
    put(to, time[from], rank[from], job[from], detail[from]);
  }

  private void put(int at, double atS, long order, SimJob of, int withDetail) {
    time[at] = atS;
    rank[at] = order;
    job[at] = of;
    detail[at] = withDetail;
  }
}
