package io.rltune.sim.engine;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The pending jobs in the order in which Slurm's schedulers consider them: partition tier,
 * priority, submit time, id. A job that started stays in its place until {@link #compact}.
 */
final class PendingQueue {
  /** By hand: with thousands waiting, most of a recalculation of the priorities is comparing. */
  private static final Comparator<SimJob> ORDER =
      new Comparator<>() {
        @Override
        public int compare(SimJob a, SimJob b) {
          if (a.priorityTier != b.priorityTier) {
            return a.priorityTier > b.priorityTier ? -1 : 1;
          }
          if (a.priority != b.priority) {
            return a.priority > b.priority ? -1 : 1;
          }
          int bySubmit = Double.compare(a.submitS, b.submitS);
          return bySubmit != 0 ? bySubmit : Long.compare(a.id, b.id);
        }
      };

  private SimJob[] jobs = new SimJob[64];
  private int length;
  private boolean isSorted = true;

  /** Entries, started jobs included. */
  int length() {
    return length;
  }

  SimJob at(int place) {
    return jobs[place];
  }

  void add(SimJob job) {
    if (length == jobs.length) {
      jobs = Arrays.copyOf(jobs, 2 * length);
    }
    int at = length;
    if (isSorted) {
      int found = Arrays.binarySearch(jobs, 0, length, job, ORDER);
      at = -found - 1;
      System.arraycopy(jobs, at, jobs, at + 1, length - at);
    }
    jobs[at] = job;
    length++;
  }

  /** Some priority changed. */
  void disorder() {
    isSorted = false;
  }

  void sort() {
    if (!isSorted) {
      // Hardly ever far from sorted, and TimSort makes use of that.
      Arrays.sort(jobs, 0, length, ORDER);
      isSorted = true;
    }
  }

  /** Drops what does not wait any more, among the first so many entries. */
  void compact(int looked) {
    int kept = 0;
    for (int i = 0; i < looked; i++) {
      SimJob job = jobs[i];
      if (job.isPending()) {
        jobs[kept++] = job;
      }
    }
    System.arraycopy(jobs, looked, jobs, kept, length - looked);
    int before = length;
    length -= looked - kept;
    Arrays.fill(jobs, length, before, null);
  }
}
