package io.rltune.sim.engine;

import java.util.Arrays;

/** Finds when and where a job could start at the earliest, given running jobs and plans. */
final class StartFinder {
  private final Controller controller;
  private final NodePlans plans;
  private final double[] candidateS;

  /** By place in the nodes of the job last looked at: when the node could take it. */
  private final double[] gapS;

  StartFinder(Controller controller, NodePlans plans) {
    this.controller = controller;
    this.plans = plans;
    this.candidateS = new double[controller.cluster.nodes().size()];
    this.gapS = new double[controller.cluster.nodes().size()];
  }

  /** The earliest start in seconds; later than the latest, or infinite, where there is none. */
  double earliest(SimJob job, double latestS) {
    refreshFits(job.shape);
    return job.nodeCount == 1 && job.required.length == 0
        ? single(job.shape, job.limitS)
        : several(job, latestS);
  }

  /** The nodes that the job gets at the time that {@link #earliest} has just given for it. */
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
      if (gapS[place] == atS && !Views.contains(job.required, node)) {
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
      if (fitS > best) {
        // It cannot be among the first.
        gapS[place] = fitS;
        continue;
      }
      gapS[place] = gapS(shape.nodes[place], fitS, limitS);
      best = Math.min(best, gapS[place]);
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
        gapS[place] = gapS(node, Math.max(atS, job.shape.plan.fitS[place]), job.limitS);
        if (job.required.length > 0 && Views.contains(job.required, node)) {
          requiredS = Math.max(requiredS, gapS[place]);
        } else {
          known = keepSmallest(gapS[place], known, missing);
          ready += gapS[place] == atS ? 1 : 0;
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
        nextS = Math.max(nextS, candidateS[missing - 1]);
      }
      atS = nextS;
    }
    return Double.POSITIVE_INFINITY;
  }

  /**
   * Adds a time to the sorted candidates, of which only so many matter; how many there are then.
   */
  private int keepSmallest(double atS, int known, int most) {
    if (most == 0 || (known == most && atS >= candidateS[known - 1])) {
      return known;
    }
    int at = known < most ? known : known - 1;
    while (at > 0 && candidateS[at - 1] > atS) {
      candidateS[at] = candidateS[at - 1];
      at--;
    }
    candidateS[at] = atS;
    return Math.min(known + 1, most);
  }

  /** When the node is kept for nobody for so long; never where it is out of service. */
  private double gapS(int node, double fromS, double limitS) {
    return controller.inService.get(node)
        ? plans.firstGap(node, fromS, limitS)
        : Double.POSITIVE_INFINITY;
  }

  private void refreshFits(Shape shape) {
    ShapePlan notes = shape.plan;
    NodeRuns runs = controller.runs;
    if (notes.changes == runs.changes && notes.refreshedS == controller.nowS) {
      return;
    }
    notes.changes = runs.changes;
    notes.refreshedS = controller.nowS;
    int count = shape.nodes.length;
    if (notes.fitS.length != count) {
      notes.fitS = new double[count];
      notes.version = new long[count];
      Arrays.fill(notes.version, -1);
    }
    for (int place = 0; place < count; place++) {
      int node = shape.nodes[place];
      long version = runs.version[node];
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
    int ends = controller.endsNeeded(shape, node);
    return switch (ends) {
      case -1 ->
          throw new IllegalStateException(
              "node %d can never run a job of %d GPUs, though it is eligible"
                  .formatted(node, shape.gpus));
      case 0 -> controller.nowS;
      default -> releaseS(controller.runs.job(node, ends - 1));
    };
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
