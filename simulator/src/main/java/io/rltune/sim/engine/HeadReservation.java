package io.rltune.sim.engine;

import java.util.Arrays;

/**
 * EASY's promise to the head of the queue: when enough running jobs will have reached their limits
 * (the shadow time), and what is left then on the head's nodes (the extra resources), which others
 * may use beyond the shadow time.
 */
final class HeadReservation {
  private final Controller controller;
  private final boolean[] isHeads;
  private final int[] extraGpus;
  private final int[] extraCpus;
  private final long[] extraMemMb;
  private final double[] fitS;
  private final double[] sorted;
  private int[] nodes = {};

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
  void make(SimJob head) {
    for (int node : nodes) {
      isHeads[node] = false;
    }
    nodes = new int[0];
    Shape shape = head.shape;
    int known = 0;
    for (int node : shape.nodes) {
      fitS[node] = controller.inService.get(node) ? fitS(shape, node) : Double.POSITIVE_INFINITY;
      if (fitS[node] < Double.POSITIVE_INFINITY) {
        sorted[known++] = fitS[node];
      }
    }
    if (known < shape.nodeCount) {
      shadowS = Double.POSITIVE_INFINITY;
      return;
    }
    shadowS = shape.nodeCount == 1 ? least(known) : smallest(shape.nodeCount, known);
    NodeSelector selector = controller.selector;
    selector.begin();
    for (int node : shape.nodes) {
      if (fitS[node] <= shadowS) {
        selector.offer(node, cpusAtShadow(node));
      }
    }
    nodes = selector.choose(shape.nodeCount, shape.cpus);
    for (int node : nodes) {
      isHeads[node] = true;
      setExtra(node, shape);
    }
  }

  /** Whether a job of the shape may run on the node beyond the shadow time. */
  boolean leavesRoom(Shape shape, int node) {
    return !isHeads[node]
        || (extraGpus[node] >= shape.gpus
            && extraCpus[node] >= shape.cpus
            && extraMemMb[node] >= shape.memMb);
  }

  /** A job started that runs on beyond the shadow time. */
  void used(SimJob job) {
    for (int node : job.nodes) {
      if (isHeads[node]) {
        extraGpus[node] -= job.gpusPerNode;
        extraCpus[node] -= job.cpusPerNode;
        extraMemMb[node] -= job.memMbPerNode;
      }
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

  private double fitS(Shape shape, int node) {
    int gpus = controller.free.gpus[node];
    int cpus = controller.free.cpus[node];
    long memMb = controller.free.memMb[node];
    if (gpus >= shape.gpus && cpus >= shape.cpus && memMb >= shape.memMb) {
      return controller.nowS;
    }
    NodeRuns runs = controller.runs;
    for (int i = 0; i < runs.count(node); i++) {
      SimJob running = runs.job(node, i);
      gpus += running.gpusPerNode;
      cpus += running.cpusPerNode;
      memMb += running.memMbPerNode;
      if (gpus >= shape.gpus && cpus >= shape.cpus && memMb >= shape.memMb) {
        return running.limitEndS;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private int cpusAtShadow(int node) {
    int cpus = controller.free.cpus[node];
    NodeRuns runs = controller.runs;
    for (int i = 0; i < runs.count(node) && runs.job(node, i).limitEndS <= shadowS; i++) {
      cpus += runs.job(node, i).cpusPerNode;
    }
    return cpus;
  }

  private void setExtra(int node, Shape head) {
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
