package io.rltune.solver;

import io.rltune.solver.NodeGroups.Group;
import java.util.Arrays;

/**
 * The best that one node could hold within its GPUs, CPUs and memory: branch and bound over the
 * chunks that the {@link NodePricing} leaves. The node's prices of CPUs and memory only guide it.
 */
final class NodePacking {
  private static final double EPSILON = 1e-9;

  private final Problem problem;
  private final NodePricing relaxation;

  /** Chunks of the best packing so far. */
  private int[] best = new int[64];

  private int bestLength;
  private double incumbent;

  /** Chunks to try, by falling value after the node's prices. */
  private int[] item = new int[64];

  private double[] itemValue = new double[64];
  private int items;

  /** By item and GPUs: the most that this item and those after it could earn. */
  private double[] suffix = new double[0];

  private int width;
  private int[] path = new int[64];
  private int visits;

  private Chunks chunks;
  private double[] price;
  private Group group;
  private double cpuPrice;
  private double memPrice;

  NodePacking(Problem problem) {
    this.problem = problem;
    relaxation = new NodePricing(problem);
  }

  /** How many chunks the last answer holds. */
  int chosenCount() {
    return bestLength;
  }

  /** A chunk of the last answer, by its number among the type's chunks. */
  int chosen(int i) {
    return best[i];
  }

  /**
   * Finds the best packing, or, where that takes too long, a good one.
   *
   * @param of chunks of the node's type
   * @param earns what each chunk earns
   * @param node what is free
   * @param perCpu worth per CPU
   * @param perMib worth per MiB
   * @param limit chunks to try at most
   * @return what the packing is worth, at least 0
   */
  double solve(Chunks of, double[] earns, Group node, double perCpu, double perMib, int limit) {
    chunks = of;
    price = earns;
    group = node;
    cpuPrice = perCpu;
    memPrice = perMib;
    incumbent = 0;
    bestLength = 0;
    double relaxed = relaxation.value(of, earns, node, perCpu, perMib);
    if (relaxed <= 0 || isRelaxationBest(relaxed)) {
      return incumbent;
    }
    takeGreedily();
    collect(relaxed);
    sortItems();
    fillSuffix();
    visits = limit;
    if (path.length < items) {
      path = new int[2 * items];
    }
    search(0, 0, node.gpus(), node.cpus(), node.mem(), -node.touchCost());
    return incumbent;
  }

  /** Takes the relaxation's answer where it fits; true where it cannot be beaten either. */
  private boolean isRelaxationBest(double relaxed) {
    if (relaxation.cpusUsed() > group.cpus() || relaxation.memUsed() > group.mem()) {
      return false;
    }
    double raw = -group.touchCost();
    int[] taken = new int[relaxation.chosenCount()];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = relaxation.chosen(i);
      raw += price[taken[i]];
    }
    keep(raw, taken, taken.length);
    return raw >= relaxed - EPSILON;
  }

  private void keep(double raw, int[] taken, int length) {
    if (raw > incumbent) {
      incumbent = raw;
      if (best.length < length) {
        best = new int[2 * length];
      }
      System.arraycopy(taken, 0, best, 0, length);
      bestLength = length;
    }
  }

  /** Takes what was listed, large chunks of high value first, as far as it fits. */
  private void takeGreedily() {
    int gpus = group.gpus();
    double cpus = group.cpus();
    double mem = group.mem();
    double raw = -group.touchCost();
    int length = 0;
    int[] taken = new int[gpus + 1];
    boolean[] used = new boolean[relaxation.listedCount()];
    while (true) {
      int next = -1;
      double density = 0;
      for (int i = 0; i < used.length; i++) {
        int c = relaxation.listed(i);
        double of = relaxation.listedValue(i) / relaxation.listedSize(i);
        if (!used[i]
            && relaxation.listedSize(i) <= gpus
            && of > density
            && chunks.cpus()[c] <= cpus
            && chunks.mem()[c] <= mem) {
          next = i;
          density = of;
        }
      }
      if (next < 0) {
        break;
      }
      int c = relaxation.listed(next);
      used[next] = true;
      gpus -= relaxation.listedSize(next);
      cpus -= chunks.cpus()[c];
      mem -= chunks.mem()[c];
      raw += price[c];
      taken[length++] = c;
    }
    keep(raw, taken, length);
  }

  /** Chunks that could be in a better packing than the incumbent. */
  private void collect(double relaxed) {
    items = 0;
    int capacity = group.gpus();
    double withoutPacked = relaxed - relaxation.best(capacity);
    int to = chunks.firstOfSize()[Math.min(chunks.largest(), capacity) + 1];
    for (int c = 0; c < to; c++) {
      int size = chunks.gpus()[c];
      double earns =
          price[c]
              - problem.costs().ofChunk(group.any(), size)
              - cpuPrice * chunks.cpus()[c]
              - memPrice * chunks.mem()[c];
      double own = size == 0 ? Math.min(0, earns) : earns;
      if (withoutPacked + own + relaxation.best(capacity - size) > incumbent + EPSILON
          && price[c] > 0
          && relaxation.fits(chunks, c, group)) {
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

  private void fillSuffix() {
    width = group.gpus() + 1;
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
    if (earned > incumbent + EPSILON) {
      keep(earned, path, depth);
    }
    for (int next = i; next < items && visits > 0; next++) {
      if (earned + cpuPrice * cpus + memPrice * mem + suffix[next * width + gpus]
          <= incumbent + EPSILON) {
        return;
      }
      visits--;
      int c = item[next];
      int size = chunks.gpus()[c];
      if (size <= gpus && chunks.cpus()[c] <= cpus && chunks.mem()[c] <= mem) {
        path[depth] = c;
        search(
            next + 1,
            depth + 1,
            gpus - size,
            cpus - chunks.cpus()[c],
            mem - chunks.mem()[c],
            earned + price[c]);
      }
    }
  }
}
