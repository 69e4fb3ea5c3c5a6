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

  // --- exact search -------------------------------------------------------------------------
  private int[] item = new int[64];
  private double[] itemValue = new double[64];
  private int items;
  private double[] suffix = new double[0];
  private int width;
  private Chunks searched;
  private double[] rawPrice;
  private double incumbent;
  private int[] path = new int[64];
  private int[] bestPath = new int[64];
  private int bestLength;
  private int visits;
  private boolean exhausted;

  private double cpuPriceNow;
  private double memPriceNow;

  /**
   * Finds the best packing that keeps within CPUs and memory too, or, where that takes too long, a
   * good one. The prices only guide the search.
   *
   * @param limit chunks to try at most
   * @return what the packing is worth, at least 0
   */
  double packing(
      Chunks chunks, double[] price, Group group, double cpuPrice, double memPrice, int limit) {
    double relaxed = value(chunks, price, group, cpuPrice, memPrice);
    if (relaxed <= 0) {
      return 0;
    }
    incumbent = 0;
    bestLength = 0;
    if (cpusUsed <= group.cpus() && memUsed <= group.mem()) {
      double raw = -group.touchCost();
      for (int i = 0; i < chosenCount; i++) {
        raw += price[chosen[i]];
      }
      if (raw >= relaxed - 1e-9) {
        return relaxed;
      }
      incumbent = Math.max(0, raw);
      if (raw > 0) {
        System.arraycopy(chosen, 0, bestPath = new int[chosen.length], 0, chosenCount);
        bestLength = chosenCount;
      }
    }
    greedyIncumbent(chunks, price, group);
    int capacity = group.gpus();
    width = capacity + 1;
    double base = cpuPrice * group.cpus() + memPrice * group.mem() - group.touchCost();
    double free = relaxed - base - best[capacity];
    collect(chunks, price, group, cpuPrice, memPrice, base + free);
    sortItems();
    fillSuffix(chunks);
    searched = chunks;
    rawPrice = price;
    cpuPriceNow = cpuPrice;
    memPriceNow = memPrice;
    visits = limit;
    exhausted = false;
    if (path.length < items) {
      path = new int[2 * items];
    }
    search(0, 0, capacity, group.cpus(), group.mem(), -group.touchCost());
    chosenCount = 0;
    cpusUsed = 0;
    memUsed = 0;
    for (int i = 0; i < bestLength; i++) {
      choose(bestPath[i]);
      cpusUsed += chunks.cpus()[bestPath[i]];
      memUsed += chunks.mem()[bestPath[i]];
    }
    return incumbent;
  }

  /** Takes what was listed, large chunks of high value first, as far as it fits. */
  private void greedyIncumbent(Chunks chunks, double[] price, Group group) {
    int gpus = group.gpus();
    double cpus = group.cpus();
    double mem = group.mem();
    double raw = -group.touchCost();
    int length = 0;
    int[] taken = new int[gpus + 1];
    for (int round = 0; round < count; round++) {
      int next = -1;
      double density = 0;
      for (int i = 0; i < count; i++) {
        int c = listed[i];
        if (sizes[i] <= gpus
            && value[i] / sizes[i] > density
            && chunks.cpus()[c] <= cpus
            && chunks.mem()[c] <= mem) {
          next = i;
          density = value[i] / sizes[i];
        }
      }
      if (next < 0) {
        break;
      }
      int c = listed[next];
      gpus -= sizes[next];
      cpus -= chunks.cpus()[c];
      mem -= chunks.mem()[c];
      raw += price[c];
      taken[length++] = c;
      sizes[next] = Integer.MAX_VALUE;
    }
    if (raw > incumbent) {
      incumbent = raw;
      bestPath = taken;
      bestLength = length;
    }
  }

  /** Chunks that could be in a better packing than the incumbent. */
  private void collect(
      Chunks chunks,
      double[] price,
      Group group,
      double cpuPrice,
      double memPrice,
      double withoutPacked) {
    items = 0;
    int capacity = group.gpus();
    int to = chunks.firstOfSize()[Math.min(chunks.largest(), capacity) + 1];
    for (int c = 0; c < to; c++) {
      int size = chunks.gpus()[c];
      double earns =
          price[c]
              - problem.costs().ofChunk(group.any(), size)
              - cpuPrice * chunks.cpus()[c]
              - memPrice * chunks.mem()[c];
      double own = size == 0 ? Math.min(0, earns) : earns;
      if (withoutPacked + own + best[capacity - size] > incumbent + 1e-9
          && price[c] > 0
          && fits(chunks, c, group)) {
        if (items == item.length) {
          item = Arrays.copyOf(item, 2 * items);
          itemValue = Arrays.copyOf(itemValue, 2 * items);
        }
        item[items] = c;
        itemValue[items++] = earns;
      }
    }
  }

  private void sortItems() {
    for (int i = 1; i < items; i++) {
      int c = item[i];
      double v = itemValue[i];
      int at = i;
      while (at > 0 && itemValue[at - 1] < v) {
        item[at] = item[at - 1];
        itemValue[at] = itemValue[at - 1];
        at--;
      }
      item[at] = c;
      itemValue[at] = v;
    }
  }

  private void fillSuffix(Chunks chunks) {
    if (suffix.length < (items + 1) * width) {
      suffix = new double[2 * (items + 1) * width];
    }
    Arrays.fill(suffix, items * width, (items + 1) * width, 0);
    for (int i = items - 1; i >= 0; i--) {
      int size = chunks.gpus()[item[i]];
      for (int g = 0; g < width; g++) {
        double without = suffix[(i + 1) * width + g];
        double with = g >= size ? suffix[(i + 1) * width + g - size] + itemValue[i] : without;
        suffix[i * width + g] = Math.max(without, with);
      }
    }
  }

  private void search(int i, int depth, int gpus, double cpus, double mem, double earned) {
    if (earned > incumbent + 1e-9) {
      incumbent = earned;
      if (bestPath.length < depth) {
        bestPath = new int[2 * depth];
      }
      System.arraycopy(path, 0, bestPath, 0, depth);
      bestLength = depth;
    }
    for (int next = i; next < items; next++) {
      if (earned + cpuPriceNow * cpus + memPriceNow * mem + suffix[next * width + gpus]
          <= incumbent + 1e-9) {
        return;
      }
      if (--visits <= 0) {
        exhausted = true;
        return;
      }
      int c = item[next];
      int size = searched.gpus()[c];
      if (size <= gpus && searched.cpus()[c] <= cpus && searched.mem()[c] <= mem) {
        path[depth] = c;
        search(
            next + 1,
            depth + 1,
            gpus - size,
            cpus - searched.cpus()[c],
            mem - searched.mem()[c],
            earned + rawPrice[c]);
        if (exhausted) {
          return;
        }
      }
    }
  }

  private boolean fits(Chunks chunks, int c, Group group) {
    if (chunks.cpus()[c] > group.cpus() || chunks.mem()[c] > group.mem()) {
      return false;
    }
    BitSet allowed = problem.allowed(chunks.job()[c]);
    return allowed.get(group.any());
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
