package io.rltune.sim.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The textbook schedulers, strict and EASY, at once at every event. Partitions that share nodes are
 * served by one queue; the others do not know of each other.
 */
final class TextbookScheduler {
  private final Controller controller;
  private final Starter starter;
  private final HeadReservation reservation;
  private final boolean easy;

  /** By shape: no job of a longer limit may start in this pass; unknown where NaN. */
  private double[] longestS = new double[16];

  TextbookScheduler(Controller controller, Starter starter, boolean easy) {
    this.controller = controller;
    this.starter = starter;
    this.easy = easy;
    this.reservation = new HeadReservation(controller);
  }

  /** The queue of each partition, by its index; partitions that share nodes share a queue. */
  static TextbookQueue[] queues(List<SimPartition> partitions, QueueOrder order) {
    TextbookQueue[] queues = new TextbookQueue[partitions.size()];
    List<TextbookQueue> distinct = new ArrayList<>();
    for (SimPartition partition : partitions) {
      TextbookQueue own = new TextbookQueue(order);
      own.nodes.or(partition.nodes());
      queues[partition.index()] = own;
      for (TextbookQueue other : List.copyOf(distinct)) {
        if (other.nodes.intersects(own.nodes)) {
          own.nodes.or(other.nodes);
          distinct.remove(other);
          for (int i = 0; i < queues.length; i++) {
            queues[i] = queues[i] == other ? own : queues[i];
          }
        }
      }
      distinct.add(own);
    }
    return queues;
  }

  void run() {
    for (TextbookQueue queue : controller.distinctQueues) {
      if (!queue.isEmpty() && somethingFits(queue)) {
        queue.settle(controller.nowS);
        pass(queue);
      }
    }
  }

  private void pass(TextbookQueue queue) {
    SimJob head = null;
    int place = queue.from();
    while (place < queue.until() && head == null) {
      SimJob job = queue.job(place);
      if (job != null && RequiredNodes.isRunnable(controller, job) && !starts(queue, place, job)) {
        head = job;
      }
      // Removing the last job makes the queue begin anew.
      place = queue.until() == 0 ? 0 : place + 1;
    }
    if (head != null) {
      head.reason = PendingReason.RESOURCES;
      if (easy) {
        backfill(queue, head, place);
      }
    }
  }

  private boolean starts(TextbookQueue queue, int place, SimJob job) {
    boolean free = job.required.length == 0;
    if (free && job.shape.failedAt == controller.gains) {
      return false;
    }
    int[] nodes = controller.selector.select(job, controller.free, controller.inService);
    if (nodes == null) {
      if (free) {
        job.shape.failedAt = controller.gains;
      }
      return false;
    }
    queue.remove(place);
    starter.start(job, nodes);
    return true;
  }

  private void backfill(TextbookQueue queue, SimJob head, int place) {
    reservation.make(head);
    if (longestS.length < controller.shapeCount()) {
      longestS = new double[2 * controller.shapeCount()];
    }
    Arrays.fill(longestS, 0, controller.shapeCount(), Double.NaN);
    for (int i = place; i < queue.until(); i++) {
      int shape = queue.shapeAt(i);
      // A gap has a negative shape; NaN is not less than any limit.
      if (shape < 0 || longestS[shape] < queue.limitS(i)) {
        continue;
      }
      SimJob job = queue.job(i);
      if (RequiredNodes.isRunnable(controller, job)) {
        consider(queue, i, job);
      }
    }
  }

  private void consider(TextbookQueue queue, int place, SimJob job) {
    if (job.required.length == 0 && job.shape.failedAt == controller.gains) {
      longestS[job.shape.index] = Double.NEGATIVE_INFINITY;
      return;
    }
    boolean endsInTime = controller.nowS + job.limitS <= reservation.shadowS;
    int[] nodes = endsInTime ? anywhere(job) : besideTheHead(job);
    if (nodes == null) {
      return;
    }
    queue.remove(place);
    starter.start(job, nodes);
    reservation.started(job);
    if (endsInTime) {
      forgetBounds();
    }
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

  /** Whether any job of the queue could start were it alone: most events change nothing. */
  private boolean somethingFits(TextbookQueue queue) {
    for (int i = 0; i < queue.shapeCount(); i++) {
      Shape shape = queue.shape(i);
      if (shape.queued > 0 && shape.failedAt != controller.gains) {
        if (!controller.fitsNowhere(shape)) {
          return true;
        }
        shape.failedAt = controller.gains;
      }
    }
    return false;
  }
}
