package io.rltune.sim.engine;

import java.util.Arrays;

/**
 * EASY's promise to the head of the queue: when enough running jobs will have reached their limits
 * (the shadow time), and what is left then on the head's nodes (the extra resources), which others
 * may use beyond the shadow time.
 */
final class HeadReservation {
  private static final int[] NONE = {};

  private final Controller controller;
  private final boolean[] isHeads;
  private final int[] extraGpus;
  private final int[] extraCpus;
  private final long[] extraMemMb;
  private final double[] fitS;
  private final double[] sorted;
  private int[] nodes = NONE;
  private Shape head;

  /** When the head can start at the latest; infinite where its nodes are out of service. */
  double shadowS;

  HeadReservation(Controller controller) {
    this.controller = controller;
    int count = controller.cluster.nodes().size();
    isHeads = new boolean[count];
    extraGpus = new int[count];
    extraCpus = new int[count];
    extraMemMb = new long[count];
    fitS = new double[count];
    sorted = new double[count];
  }

  /** Makes the promise anew; the head must not fit now. */
  void make(SimJob job) {
    head = job.shape;
    int known = 0;
    for (int node : head.nodes) {
      fitS[node] = fitS(node);
      if (fitS[node] < Double.POSITIVE_INFINITY) {
        sorted[known++] = fitS[node];
      }
    }
    shadowS =
        known < head.nodeCount
            ? Double.POSITIVE_INFINITY
            : head.nodeCount == 1 ? least(known) : smallest(head.nodeCount, known);
    choose();
  }

  /**
   * Another job started. The shadow time stands, but where that job ends before it, its nodes may
   * now serve the head and others become extra.
   */
  void started(SimJob job) {
    for (int node : job.nodes) {
      if (head.eligible.get(node)) {
        fitS[node] = fitS(node);
      }
    }
    choose();
  }

  /** Whether a job of the shape may run on the node beyond the shadow time. */
  boolean leavesRoom(Shape shape, int node) {
    return !isHeads[node]
        || (extraGpus[node] >= shape.gpus
            && extraCpus[node] >= shape.cpus
            && extraMemMb[node] >= shape.memMb);
  }

  private void choose() {
    for (int node : nodes) {
      isHeads[node] = false;
    }
    nodes = Double.isInfinite(shadowS) ? NONE : comingFreeLast();
    for (int node : nodes) {
      isHeads[node] = true;
      setExtra(node);
    }
  }

  private double least(int known) {
    double least = sorted[0];
    for (int i = 1; i < known; i++) {
      least = Math.min(least, sorted[i]);
    }
    return least;
  }

  private double smallest(int rank, int known) {
    Arrays.sort(sorted, 0, known);
    return sorted[rank - 1];
  }

  private double fitS(int node) {
    if (!controller.inService.get(node)) {
      return Double.POSITIVE_INFINITY;
    }
    int ends = controller.endsNeeded(head, node);
    return switch (ends) {
      case -1 -> Double.POSITIVE_INFINITY;
      case 0 -> controller.nowS;
      default -> controller.runs.job(node, ends - 1).limitEndS;
    };
  }

  /**
   * Of the nodes that can take the head at the shadow time those that come free last, so that as
   * much as possible of what is free now stays extra; equals in order of the node table.
   */
  private int[] comingFreeLast() {
    int[] last = new int[head.nodeCount];
    int count = 0;
    for (int node : head.nodes) {
      if (fitS[node] > shadowS) {
        continue;
      }
      int at = count;
      while (at > 0 && fitS[last[at - 1]] < fitS[node]) {
        at--;
      }
      if (at == head.nodeCount) {
        continue;
      }
      count = Math.min(count + 1, head.nodeCount);
      System.arraycopy(last, at, last, at + 1, count - 1 - at);
      last[at] = node;
    }
    return last;
  }

  private void setExtra(int node) {
    int gpus = controller.free.gpus[node] - head.gpus;
    int cpus = controller.free.cpus[node] - head.cpus;
    long memMb = controller.free.memMb[node] - head.memMb;
    NodeRuns runs = controller.runs;
    for (int i = 0; i < runs.count(node) && runs.job(node, i).limitEndS <= shadowS; i++) {
      gpus += runs.job(node, i).gpusPerNode;
      cpus += runs.job(node, i).cpusPerNode;
      memMb += runs.job(node, i).memMbPerNode;
    }
    extraGpus[node] = gpus;
    extraCpus[node] = cpus;
    extraMemMb[node] = memMb;
  }
}
