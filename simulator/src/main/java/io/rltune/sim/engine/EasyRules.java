package io.rltune.sim.engine;

import java.util.Arrays;

/**
 * What EASY allows behind a blocked head: a job may start where it ends by the head's shadow time,
 * or leaves the head what it will need then.
 */
final class EasyRules {
  private final Controller controller;
  private final HeadReservation reservation;

  /** By shape: no job of a longer limit may start in this pass; unknown where NaN. */
  private double[] longestS = new double[16];

  EasyRules(Controller controller) {
    this.controller = controller;
    this.reservation = new HeadReservation(controller);
  }

  /** A pass begins behind this head, which does not fit now. */
  void begin(SimJob head) {
    reservation.make(head);
    if (longestS.length < controller.shapeCount()) {
      longestS = new double[2 * controller.shapeCount()];
    }
    Arrays.fill(longestS, 0, controller.shapeCount(), Double.NaN);
  }

  /** Whether it is known already that a job of the shape and limit cannot start in this pass. */
  boolean excludes(int shape, double limitS) {
    // NaN is not less than any limit.
    return longestS[shape] < limitS;
  }

  /** The nodes on which the job may start now; null where there are none. */
  int[] nodesFor(SimJob job) {
    if (job.required.length == 0 && job.shape.failedAt == controller.gains) {
      longestS[job.shape.index] = Double.NEGATIVE_INFINITY;
      return null;
    }
    return endsInTime(job) ? anywhere(job) : besideTheHead(job);
  }

  /** The job started on these nodes. */
  void started(SimJob job) {
    reservation.started(job);
    if (endsInTime(job)) {
      forgetBounds();
    }
  }

  private boolean endsInTime(SimJob job) {
    return controller.nowS + job.limitS <= reservation.shadowS;
  }

  /** The head's nodes may be others now: what found no room beside it may find some. */
  private void forgetBounds() {
    for (int shape = 0; shape < controller.shapeCount(); shape++) {
      if (longestS[shape] > Double.NEGATIVE_INFINITY) {
        longestS[shape] = Double.NaN;
      }
    }
  }

  private int[] anywhere(SimJob job) {
    int[] nodes = controller.selector.select(job, controller.free, controller.inService);
    if (nodes == null && job.required.length == 0) {
      job.shape.failedAt = controller.gains;
      longestS[job.shape.index] = Double.NEGATIVE_INFINITY;
    }
    return nodes;
  }

  private int[] besideTheHead(SimJob job) {
    NodeSelector selector = controller.selector;
    Shape shape = job.shape;
    selector.begin();
    int fitting = 0;
    for (int node : shape.nodes) {
      if (controller.free.fits(shape, node) && controller.inService.get(node)) {
        fitting++;
        if (reservation.leavesRoom(shape, node)
            && (job.required.length == 0 || Views.contains(job.required, node))) {
          selector.offer(node, controller.free.cpus[node]);
        }
      }
    }
    int[] nodes = selector.choose(shape.nodeCount, shape.cpus);
    if (nodes == null && job.required.length == 0) {
      // Others of the shape can start only where they end in time, if at all.
      longestS[shape.index] =
          fitting < shape.nodeCount
              ? Double.NEGATIVE_INFINITY
              : reservation.shadowS - controller.nowS;
    }
    return nodes;
  }
}
