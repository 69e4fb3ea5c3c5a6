package io.rltune.sim.engine;

import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Slurm's main scheduler (slurmctld/job_scheduler.c, _schedule): goes down the queue in priority
 * order and starts what fits. The first job of a partition that does not fit ends the pass for that
 * partition and for all its nodes; a blocked job with a required node list only takes these nodes
 * out. All other jobs are left to backfill. The limits on depth and time of a pass are not
 * modelled.
 */
final class MainScheduler {
  private final Controller controller;
  private final BiConsumer<SimJob, int[]> starter;

  MainScheduler(Controller controller, BiConsumer<SimJob, int[]> starter) {
    this.controller = controller;
    this.starter = starter;
  }

  void run() {
    BitSet available = (BitSet) controller.inService.clone();
    BitSet blockedPartitions = new BitSet();
    for (SimJob job : List.copyOf(controller.queue())) {
      if (job.phase != JobPhase.PENDING || !RequiredNodes.isRunnable(controller, job)) {
        continue;
      }
      if (blockedPartitions.get(job.partition.index())) {
        job.reason = PendingReason.PRIORITY;
        continue;
      }
      job.lastEvaluationS = controller.nowS;
      int[] nodes = controller.selector.select(job, controller.free, available);
      if (nodes != null) {
        starter.accept(job, nodes);
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
      }
    }
  }
}
