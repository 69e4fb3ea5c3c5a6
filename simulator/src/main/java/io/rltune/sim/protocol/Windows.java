package io.rltune.sim.protocol;

import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Cuts a workload into windows of consecutive jobs, each of which starts on an empty cluster: the
 * protocol of the RLTune paper (arXiv 2512.10271), which takes 256 jobs a window.
 */
public final class Windows {
  private Windows() {}

  /**
   * Windows spread evenly over the workload, the first one at its begin, the last one at its end.
   *
   * @param size jobs of a window, positive
   * @param count windows, positive; they overlap where the workload is short
   * @throws IllegalArgumentException where the workload has fewer jobs than a window
   */
  public static List<List<WorkloadJob>> even(List<WorkloadJob> jobs, int size, int count) {
    int room = room(jobs, size, count);
    List<List<WorkloadJob>> windows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = count == 1 ? 0 : (int) ((long) room * i / (count - 1));
      windows.add(cut(jobs, from, size));
    }
    return windows;
  }

  /** Windows at random places, all of them different as far as the workload allows. */
  public static List<List<WorkloadJob>> random(
      List<WorkloadJob> jobs, int size, int count, long seed) {
    int room = room(jobs, size, count);
    SplittableRandom random = new SplittableRandom(seed);
    TreeSet<Integer> places = new TreeSet<>();
    while (places.size() < Math.min(count, room + 1)) {
      places.add((int) (random.nextDouble() * (room + 1)));
    }
    return places.stream().map(from -> cut(jobs, from, size)).toList();
  }

  private static int room(List<WorkloadJob> jobs, int size, int count) {
    if (size < 1 || count < 1) {
      throw new IllegalArgumentException(
          "windows: " + count + " of " + size + " jobs: both must be positive");
    }
    if (jobs.size() < size) {
      throw new IllegalArgumentException(
          "windows of %d jobs: the workload has only %d; ask for a smaller window"
              .formatted(size, jobs.size()));
    }
    return jobs.size() - size;
  }

  private static List<WorkloadJob> cut(List<WorkloadJob> jobs, int from, int size) {
    double firstS = jobs.get(from).submitS();
    List<WorkloadJob> window = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      WorkloadJob job = jobs.get(from + i);
      window.add(job.at(i, job.submitS() - firstS));
    }
    return List.copyOf(window);
  }
}
