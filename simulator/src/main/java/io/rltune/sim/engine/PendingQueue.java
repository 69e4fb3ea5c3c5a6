package io.rltune.sim.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.numbers.arrays.Selection;

/**
 * The pending jobs in the order in which Slurm's schedulers consider them, see {@link
 * SimJob#compareTo}. Schedulers look at the first few hundred of what may be tens of thousands, and
 * all priorities change every few minutes, so only as much is sorted as they look at. A job that
 * started stays in its place until {@link #compact}.
 */
final class PendingQueue {
  /** Jobs to sort at first; then as many more as are sorted already. */
  private static final int FIRST_CHUNK = 1024;

  /** More than Slurm has, and with all of its tiers a double still tells them apart. */
  private static final double PRIORITIES = 1L << 33;

  private SimJob[] sorted = new SimJob[FIRST_CHUNK];
  private int sortedCount;

  /** All that comes after the sorted ones, about in the order of arrival: that is fast to read. */
  private final List<SimJob> rest = new ArrayList<>();

  private double[] keys = {};
  private double[] selected = {};
  private boolean isDisordered;

  /** Entries, started jobs included. */
  int length() {
    return sortedCount + rest.size();
  }

  /** The job at a place in the order. */
  SimJob at(int place) {
    if (isDisordered) {
      isDisordered = false;
      for (int i = 0; i < sortedCount; i++) {
        rest.add(sorted[i]);
      }
      drop(0);
    }
    while (sortedCount <= place) {
      sortMore();
    }
    return sorted[place];
  }

  void add(SimJob job) {
    if (isDisordered || sortedCount == 0 || job.compareTo(sorted[sortedCount - 1]) > 0) {
      rest.add(job);
      return;
    }
    int at = -Arrays.binarySearch(sorted, 0, sortedCount, job) - 1;
    append(job);
    System.arraycopy(sorted, at, sorted, at + 1, sortedCount - 1 - at);
    sorted[at] = job;
  }

  /** Some priority changed. */
  void disorder() {
    isDisordered = true;
  }

  /** Every entry, in no particular order. */
  void forEach(Consumer<SimJob> action) {
    rest.forEach(action);
    for (int i = 0; i < sortedCount; i++) {
      action.accept(sorted[i]);
    }
  }

  /** Drops what does not wait any more, among the first so many entries. */
  void compact(int looked) {
    int kept = 0;
    for (int i = 0; i < looked; i++) {
      SimJob job = sorted[i];
      if (job.isPending()) {
        sorted[kept++] = job;
      }
    }
    System.arraycopy(sorted, looked, sorted, kept, sortedCount - looked);
    drop(sortedCount - looked + kept);
  }

  private void sortMore() {
    int size = rest.size();
    if (keys.length < size) {
      keys = new double[2 * size];
      selected = new double[2 * size];
    }
    for (int i = 0; i < size; i++) {
      keys[i] = key(rest.get(i));
    }
    int more = Math.min(size, Math.max(FIRST_CHUNK, sortedCount));
    System.arraycopy(keys, 0, selected, 0, size);
    Selection.select(selected, 0, size, more - 1);
    double last = selected[more - 1];
    int from = sortedCount;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      SimJob job = rest.get(i);
      if (keys[i] <= last) {
        append(job);
      } else {
        rest.set(kept++, job);
      }
    }
    rest.subList(kept, size).clear();
    Arrays.sort(sorted, from, sortedCount);
  }

  /** Of two jobs with different keys the one with the smaller key comes first. */
  private static double key(SimJob job) {
    return -(job.priorityTier * PRIORITIES + Math.min(job.priority, PRIORITIES - 1));
  }

  private void append(SimJob job) {
    if (sortedCount == sorted.length) {
      sorted = Arrays.copyOf(sorted, 2 * sortedCount);
    }
    sorted[sortedCount++] = job;
  }

  /** Forgets the sorted jobs from a place on. */
  private void drop(int from) {
    Arrays.fill(sorted, from, sortedCount, null);
    sortedCount = from;
  }
}
