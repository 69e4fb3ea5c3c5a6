package io.rltune.sim.engine;

import java.util.Arrays;

/** Finds when and where a job could start at the earliest, given running jobs and plans. */
final class StartFinder {
  private final Controller controller;
  private final NodePlans plans;
  private final double[] candidateS;

  StartFinder(Controller controller, NodePlans plans) {
    this.controller = controller;
    this.plans = plans;
    this.candidateS = new double[controller.cluster.nodes().size()];
  }

  /** The earliest start in seconds; later than the latest, or infinite, where there is none. */
  double earliest(SimJob job, double latestS) {
    refreshFits(job.shape);
    return job.nodeCount == 1 && job.required.length == 0
        ? single(job.shape, job.limitS)
        : several(job, latestS);
  }

  /** The nodes that the job gets at a time that {@link #earliest} gave. */
  int[] nodes(SimJob job, double atS) {
    NodeSelector selector = controller.selector;
    selector.begin();
    Shape shape = job.shape;
    int missing = shape.nodeCount - job.required.length;
    if (missing == 0) {
      return job.required.clone();
    }
    for (int place = 0; place < shape.nodes.length; place++) {
      int node = shape.nodes[place];
      if (shape.plan.fitS[place] <= atS
          && controller.inService.get(node)
          && !Views.contains(job.required, node)
          && plans.firstGap(node, atS, job.limitS) == atS) {
        selector.offer(node, expectedCpus(node, atS));
      }
    }
    int[] chosen = selector.choose(missing, shape.cpus);
    if (job.required.length == 0) {
      return chosen;
    }
    int[] all = Arrays.copyOf(chosen, shape.nodeCount);
    System.arraycopy(job.required, 0, all, missing, job.required.length);
    Arrays.sort(all);
    return all;
  }

  private double single(Shape shape, double limitS) {
    double best = Double.POSITIVE_INFINITY;
    for (int place = 0; place < shape.nodes.length; place++) {
      double fitS = shape.plan.fitS[place];
      if (fitS < best && controller.inService.get(shape.nodes[place])) {
        best = Math.min(best, plans.firstGap(shape.nodes[place], fitS, limitS));
        if (best <= controller.nowS) {
          break;
        }
      }
    }
    return best;
  }

  private double several(SimJob job, double latestS) {
    int missing = job.nodeCount - job.required.length;
    double atS = controller.nowS;
    while (atS <= latestS) {
      double requiredS = atS;
      int ready = 0;
      int known = 0;
      for (int place = 0; place < job.shape.nodes.length; place++) {
        int node = job.shape.nodes[place];
        if (!controller.inService.get(node)) {
          continue;
        }
        double fromS = Math.max(atS, job.shape.plan.fitS[place]);
        double gapS = plans.firstGap(node, fromS, job.limitS);
        if (job.required.length > 0 && Views.contains(job.required, node)) {
          requiredS = Math.max(requiredS, gapS);
        } else {
          candidateS[known++] = gapS;
          ready += gapS == atS ? 1 : 0;
        }
      }
      if (requiredS == atS && ready >= missing) {
        return atS;
      }
      if (known < missing) {
        break;
      }
      double nextS = requiredS;
      if (ready < missing) {
        // Before so many nodes have had their first chance, the job cannot start.
        Arrays.sort(candidateS, 0, known);
        nextS = Math.max(nextS, candidateS[missing - 1]);
      }
      atS = nextS;
    }
    return Double.POSITIVE_INFINITY;
  }

  private void refreshFits(Shape shape) {
    ShapePlan notes = shape.plan;
    int count = shape.nodes.length;
    if (notes.fitS.length != count) {
      notes.fitS = new double[count];
      notes.version = new long[count];
      Arrays.fill(notes.version, -1);
    }
    for (int place = 0; place < count; place++) {
      int node = shape.nodes[place];
      long version = controller.runs.version[node];
      if (notes.version[place] != version) {
        notes.version[place] = version;
        notes.fitS[place] = fitS(shape, node);
      }
      // What fitted some time ago fits now: never a start in the past.
      if (notes.fitS[place] < controller.nowS) {
        notes.fitS[place] = controller.nowS;
      }
    }
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
        return releaseS(running);
      }
    }
    throw new IllegalStateException(
        "node %d can never run a job of %d GPUs, though it is eligible"
            .formatted(node, shape.gpus));
  }

  private int expectedCpus(int node, double atS) {
    int cpus = controller.free.cpus[node];
    NodeRuns runs = controller.runs;
    for (int i = 0; i < runs.count(node) && releaseS(runs.job(node, i)) <= atS; i++) {
      cpus += runs.job(node, i).cpusPerNode;
    }
    return cpus;
  }

  /** Strictly later than now: an overdue end is expected at the next step. */
  private double releaseS(SimJob running) {
    double step = controller.params.bfResolutionS();
    double now = Math.floor(controller.nowS / step) + 1;
    return Math.max(Math.ceil(running.limitEndS / step), now) * step;
  }
}
