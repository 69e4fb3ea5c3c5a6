package io.rltune.sim.engine;

import java.util.BitSet;

/**
 * Slurm's main scheduler (slurmctld/job_scheduler.c, _schedule): goes down the queue in priority
 * order and starts what fits. The first job of a partition that does not fit ends the pass for that
 * partition and for all its nodes; a blocked job with a required node list only takes these nodes
 * out. All other jobs are left to backfill. A pass that an event triggered looks at
 * default_queue_depth jobs and one more, the periodic one at all.
 */
final class MainScheduler {
  private final Controller controller;
  private final Starter starter;
  private final BitSet available = new BitSet();
  private final BitSet blockedPartitions = new BitSet();

  MainScheduler(Controller controller, Starter starter) {
    this.controller = controller;
    this.starter = starter;
  }

  /**
   * One pass.
   *
   * @param full whether to look at the whole queue
   */
  void run(boolean full) {
    PendingQueue queue = controller.queue();
    available.clear();
    available.or(controller.inService);
    blockedPartitions.clear();
    int openPartitions = controller.partitions.size();
    int depth = full ? Integer.MAX_VALUE : controller.params.defaultQueueDepth();
    boolean started = false;
    int i = 0;
    for (; i < queue.length() && i <= depth; i++) {
      SimJob job = queue.at(i);
      if (!RequiredNodes.isRunnable(controller, job)) {
        continue;
      }
      if (blockedPartitions.get(job.partition.index())) {
        job.reason = PendingReason.PRIORITY;
        // Without anyone who looks at reasons the rest of the queue need not be told.
        if (openPartitions == 0 && !controller.isWatched) {
          break;
        }
        continue;
      }
      job.lastEvaluationS = controller.nowS;
      if (startsNow(job)) {
        started = true;
        continue;
      }
      job.reason = PendingReason.RESOURCES;
      if (job.required.length > 0) {
        for (int node : job.required) {
          available.clear(node);
        }
      } else {
        blockedPartitions.set(job.partition.index());
        available.andNot(job.partition.nodes());
        openPartitions--;
      }
    }
    if (started) {
      queue.compact(i);
    }
  }

  private boolean startsNow(SimJob job) {
    boolean free = job.required.length == 0;
    if (free && job.shape.failedAt == controller.gains) {
      return false;
    }
    int[] nodes = controller.selector.select(job, controller.free, available);
    if (nodes == null) {
      if (free && controller.fitsNowhere(job.shape)) {
        job.shape.failedAt = controller.gains;
      }
      return false;
    }
    starter.start(job, nodes);
    return true;
  }
}
