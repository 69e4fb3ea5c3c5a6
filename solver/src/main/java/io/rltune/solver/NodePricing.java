package io.rltune.solver;

import io.rltune.solver.NodeGroups.Group;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The best that one node could hold at given prices: exact in GPUs (a knapsack by dynamic
 * programming), with CPUs and memory at a price each. Whatever the prices, {@link #value} bounds
 * what the node can earn.
 */
final class NodePricing {
  private static final double EPSILON = 1e-12;

  private final Problem problem;

  /** Chosen chunks, as numbers of the type's chunks. */
  private int[] chosen = new int[64];

  private int chosenCount;
  private double cpusUsed;
  private double memUsed;

  private int[] listed = new int[64];
  private double[] value = new double[64];
  private int[] sizes = new int[64];
  private int count;
  private double[] best = new double[0];
  private boolean[] took = new boolean[0];

  NodePricing(Problem problem) {
    this.problem = problem;
  }

  /** How many chunks the last answer holds. */
  int chosenCount() {
    return chosenCount;
  }

  /** A chunk of the last answer, by its number among the type's chunks. */
  int chosen(int i) {
    return chosen[i];
  }

  /** How many chunks the last answer was chosen from. */
  int listedCount() {
    return count;
  }

  /** A chunk that the last answer was chosen from. */
  int listed(int i) {
    return listed[i];
  }

  /** What a listed chunk earns after the node's own prices. */
  double listedValue(int i) {
    return value[i];
  }

  /** GPUs of a listed chunk. */
  int listedSize(int i) {
    return sizes[i];
  }

  /** The most that listed chunks earn on so many GPUs of the node. */
  double best(int gpus) {
    return best[gpus];
  }

  double cpusUsed() {
    return cpusUsed;
  }

  double memUsed() {
    return memUsed;
  }

  /**
   * Solves one node.
   *
   * @param chunks of the node's type
   * @param price what each chunk earns, before the node's own prices
   * @param cpuPrice worth per CPU
   * @param memPrice worth per MiB
   * @return the most that the node earns, at least 0
   */
  double value(Chunks chunks, double[] price, Group group, double cpuPrice, double memPrice) {
    return value(chunks, price, null, group, cpuPrice, memPrice);
  }

  /**
   * As above, faster.
   *
   * @param order the chunks of each size by falling price; prices may have fallen since
   */
  double value(
      Chunks chunks,
      double[] price,
      ChunkOrder order,
      Group group,
      double cpuPrice,
      double memPrice) {
    count = 0;
    chosenCount = 0;
    cpusUsed = 0;
    memUsed = 0;
    double free = listAlways(chunks, price, group, cpuPrice, memPrice);
    int capacity = group.gpus();
    int largest = Math.min(chunks.largest(), capacity);
    for (int size = 1; size <= largest; size++) {
      listBest(chunks, price, order, group, cpuPrice, memPrice, size, capacity / size);
    }
    double packed = pack(capacity);
    double total =
        cpuPrice * group.cpus() + memPrice * group.mem() + free + packed - group.touchCost();
    if (total <= 0) {
      chosenCount = 0;
      return 0;
    }
    for (int i = 0; i < chosenCount; i++) {
      cpusUsed += chunks.cpus()[chosen[i]];
      memUsed += chunks.mem()[chosen[i]];
    }
    return total;
  }

  /** Whether the node could hold the chunk at all. */
  boolean fits(Chunks chunks, int c, Group group) {
    if (chunks.cpus()[c] > group.cpus() || chunks.mem()[c] > group.mem()) {
      return false;
    }
    int job = chunks.job()[c];
    BitSet allowed = problem.allowed(job);
    return allowed.get(group.any()) && problem.other.fits(job, group.any(), chunks.gpus()[c]);
  }

  /** Chunks without GPUs: all that pay their CPUs and memory. */
  private double listAlways(
      Chunks chunks, double[] price, Group group, double cpuPrice, double memPrice) {
    double sum = 0;
    for (int c = 0; c < (chunks.size() == 0 ? 0 : chunks.firstOfSize()[1]); c++) {
      double earns = price[c] - cpuPrice * chunks.cpus()[c] - memPrice * chunks.mem()[c];
      if (earns > 0 && fits(chunks, c, group)) {
        choose(c);
        sum += earns;
      }
    }
    return sum;
  }

  /** Lists the chunks of one size that earn most. */
  private void listBest(
      Chunks chunks,
      double[] price,
      ChunkOrder order,
      Group group,
      double cpuPrice,
      double memPrice,
      int size,
      int most) {
    int start = count;
    int to = chunks.firstOfSize()[size + 1];
    double worst = 0;
    double[] cpus = chunks.cpus();
    double[] mem = chunks.mem();
    double cost = problem.costs().ofChunk(group.any(), size);
    for (int i = chunks.firstOfSize()[size]; i < to; i++) {
      int c = i;
      if (order != null) {
        if (order.price(i) - cost <= worst) {
          break;
        }
        c = order.chunk(i);
      }
      double earns = price[c] - cost - cpuPrice * cpus[c] - memPrice * mem[c];
      if (earns > worst && fits(chunks, c, group)) {
        if (count - start == most) {
          count--;
        }
        insert(start, c, earns, size);
        if (count - start == most) {
          worst = value[count - 1];
        }
      }
    }
  }

  private void insert(int start, int chunk, double earns, int size) {
    if (count == listed.length) {
      listed = Arrays.copyOf(listed, 2 * count);
      value = Arrays.copyOf(value, 2 * count);
      sizes = Arrays.copyOf(sizes, 2 * count);
    }
    int at = count++;
    while (at > start && value[at - 1] < earns) {
      listed[at] = listed[at - 1];
      value[at] = value[at - 1];
      sizes[at] = size;
      at--;
    }
    listed[at] = chunk;
    value[at] = earns;
    sizes[at] = size;
  }

  private double pack(int capacity) {
    int width = capacity + 1;
    if (best.length < width) {
      best = new double[width];
    }
    Arrays.fill(best, 0, width, 0);
    if (took.length < count * width) {
      took = new boolean[2 * count * width];
    }
    for (int i = 0; i < count; i++) {
      int size = sizes[i];
      double earns = value[i];
      int row = i * width;
      for (int g = capacity; g >= size; g--) {
        double with = best[g - size] + earns;
        took[row + g] = with > best[g] + EPSILON;
        if (took[row + g]) {
          best[g] = with;
        }
      }
      for (int g = Math.min(size, width) - 1; g >= 0; g--) {
        took[row + g] = false;
      }
    }
    int left = capacity;
    for (int i = count - 1; i >= 0; i--) {
      if (took[i * width + left]) {
        choose(listed[i]);
        left -= sizes[i];
      }
    }
    return best[capacity];
  }

  private void choose(int chunk) {
    if (chosenCount == chosen.length) {
      chosen = Arrays.copyOf(chosen, 2 * chosenCount);
    }
    chosen[chosenCount++] = chunk;
  }
}
