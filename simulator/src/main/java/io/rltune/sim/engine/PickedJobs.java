package io.rltune.sim.engine;

/**
 * Carries out an order that comes from outside ({@link Discipline#EXTERNAL}) by the rules of EASY:
 * in each queue jobs start down the order while they fit, the first that does not is its head, and
 * behind it starts what does not delay it. Jobs that the order does not name wait.
 */
final class PickedJobs {
  private final Controller controller;
  private final EventLoop loop;
  private final EasyRules easyRules;

  PickedJobs(Controller controller, EventLoop loop) {
    this.controller = controller;
    this.loop = loop;
    this.easyRules = new EasyRules(controller);
  }

  /** Starts one job now, wherever the node order puts it; false where it does not fit. */
  boolean start(SimJob job) {
    if (job.shape.failedAt == controller.gains) {
      return false;
    }
    int[] nodes = controller.selector.select(job, controller.free, controller.inService);
    if (nodes == null) {
      job.shape.failedAt = controller.gains;
      return false;
    }
    begin(job, nodes);
    return true;
  }

  /** Carries out an order; jobs that do not wait any more are passed over. Returns the starts. */
  int run(SimJob[] order, int count) {
    int started = 0;
    for (TextbookQueue queue : controller.distinctQueues) {
      started += queue.isEmpty() ? 0 : run(queue, order, count);
    }
    return started;
  }

  private int run(TextbookQueue queue, SimJob[] order, int count) {
    int started = 0;
    boolean isBlocked = false;
    for (int i = 0; i < count; i++) {
      SimJob job = order[i];
      if (!job.isPending() || controller.queues[job.partition.index()] != queue) {
        continue;
      }
      if (!isBlocked) {
        if (start(job)) {
          started++;
        } else {
          isBlocked = true;
          easyRules.begin(job);
        }
      } else if (!easyRules.excludes(job.shape.index, job.limitS)) {
        int[] nodes = easyRules.nodesFor(job);
        if (nodes != null) {
          begin(job, nodes);
          easyRules.started(job);
          started++;
        }
      }
    }
    return started;
  }

  private void begin(SimJob job, int[] nodes) {
    controller.queues[job.partition.index()].remove(job);
    loop.start(job, nodes);
  }
}
