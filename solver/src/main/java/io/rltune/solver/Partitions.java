package io.rltune.solver;

import java.util.ArrayList;
import java.util.List;

/** Ways to divide a job's GPUs into chunks, as counts by chunk size. */
final class Partitions {
  private final StartOption option;
  private final int limit;
  private final List<int[]> found = new ArrayList<>();
  private final int[] counts;

  private Partitions(StartOption option, int limit) {
    this.option = option;
    this.limit = limit;
    counts = new int[option.maxChunk() + 1];
  }

  /** The partitions, or null where there are more than the limit. */
  static List<int[]> of(StartOption option, int limit) {
    Partitions search = new Partitions(option, limit);
    return search.extend(option.maxChunk(), option.gpus(), 0) ? search.found : null;
  }

  private boolean extend(int size, int left, int chunks) {
    if (left == 0) {
      if (chunks >= option.minNodes()) {
        found.add(counts.clone());
      }
      return found.size() <= limit;
    }
    if (size < option.minChunk()
        || chunks >= option.maxNodes()
        || (long) size * (option.maxNodes() - chunks) < left) {
      return true;
    }
    boolean complete = true;
    for (int n = Math.min(left / size, option.maxNodes() - chunks); complete && n >= 0; n--) {
      counts[size] = n;
      complete = extend(size - 1, left - n * size, chunks + n);
    }
    counts[size] = 0;
    return complete;
  }
}
