package io.rltune.sim.engine;

import java.util.Arrays;
import java.util.Comparator;

/** Submitted jobs whose submit time is to come, in order of it, then of submission. */
final class Arrivals {
  private static final Comparator<SimJob> ORDER =
      Comparator.comparingDouble((SimJob job) -> job.submitS).thenComparingLong(job -> job.id);

  private SimJob[] jobs = new SimJob[64];
  private int from;
  private int until;
  private boolean isSorted = true;

  void add(SimJob job) {
    if (until == jobs.length) {
      jobs = Arrays.copyOf(jobs, 2 * until);
    }
    isSorted &= from == until || ORDER.compare(jobs[until - 1], job) < 0;
    jobs[until++] = job;
  }

  boolean isEmpty() {
    return from == until;
  }

  int size() {
    return until - from;
  }

  double nextS() {
    if (!isSorted) {
      Arrays.sort(jobs, from, until, ORDER);
      isSorted = true;
    }
    return from == until ? Double.POSITIVE_INFINITY : jobs[from].submitS;
  }

  /** Takes the first one out; there must be one. */
  SimJob removeFirst() {
    SimJob first = jobs[from];
    jobs[from++] = null;
    if (from == until) {
      from = 0;
      until = 0;
    }
    return first;
  }
}
