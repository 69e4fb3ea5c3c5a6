package io.rltune.sim.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The textbook schedulers, strict and EASY, at once at every event. Partitions that share nodes are
 * served by one queue; the others do not know of each other.
 */
final class TextbookScheduler {
  private final Controller controller;
  private final Starter starter;
  private final EasyRules easyRules;
  private final boolean easy;

  TextbookScheduler(Controller controller, Starter starter, boolean easy) {
    this.controller = controller;
    this.starter = starter;
    this.easy = easy;
    this.easyRules = new EasyRules(controller);
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
    easyRules.begin(head);
    for (int i = place; i < queue.until(); i++) {
      int shape = queue.shapeAt(i);
      if (shape < 0 || easyRules.excludes(shape, queue.limitS(i))) {
        continue;
      }
      SimJob job = queue.job(i);
      if (RequiredNodes.isRunnable(controller, job)) {
        int[] nodes = easyRules.nodesFor(job);
        if (nodes != null) {
          queue.remove(i);
          starter.start(job, nodes);
          easyRules.started(job);
        }
      }
    }
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
