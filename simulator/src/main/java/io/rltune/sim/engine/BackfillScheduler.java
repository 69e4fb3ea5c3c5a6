package io.rltune.sim.engine;

/**
 * Slurm's backfill scheduler (plugins/sched/backfill/backfill.c): plans a start for each waiting
 * job in priority order, assuming that running jobs last until their limits, and starts those whose
 * time is now. A planned job reserves whole nodes for its time limit, so no later job may overlap
 * it there.
 *
 * <p>What a job needs from a node is there from the moment at which enough running jobs have
 * reached their limits; that moment is kept by shape and node, and found anew only for nodes that
 * changed. A job's start is then found node by node, without walking through time.
 */
final class BackfillScheduler {
  private final Controller controller;
  private final Starter starter;
  private final NodePlans plans;
  private final StartFinder finder;
  private long pass;
  private int reservations;

  BackfillScheduler(Controller controller, Starter starter) {
    this.controller = controller;
    this.starter = starter;
    this.plans = new NodePlans(controller.cluster.nodes().size());
    this.finder = new StartFinder(controller, plans);
  }

  void run() {
    PendingQueue queue = controller.queue();
    // Only now: the queue may just have been refreshed, and this pass sees the new order.
    controller.changedSinceBackfill = false;
    pass++;
    plans.clear();
    reservations = 0;
    int tested = 0;
    boolean started = false;
    int most = controller.params.bfMaxJobTest();
    int i = 0;
    for (; i < queue.length(); i++) {
      if (tested == most && !controller.isWatched) {
        break;
      }
      SimJob job = queue.at(i);
      if (!RequiredNodes.isRunnable(controller, job)) {
        continue;
      }
      job.clearPlan();
      if (tested < most) {
        tested++;
        started |= consider(job);
      }
    }
    if (started) {
      queue.compact(i);
    }
    if (controller.isWatched) {
      plans.nodesInto(controller.planned);
    }
  }

  /** Starts the job, plans it, or finds neither possible; true where it started. */
  private boolean consider(SimJob job) {
    double nowS = controller.nowS;
    job.lastEvaluationS = nowS;
    ShapePlan notes = job.shape.plan;
    boolean sharesFate = job.required.length == 0;
    if (sharesFate && notes.pass == pass && job.limitS >= notes.hopelessLimitS) {
      return false;
    }
    double latestS = nowS;
    if (reservations < controller.params.bfMaxReservations()) {
      latestS = Math.max(nowS, nowS + controller.params.bfWindowS());
    }
    double startS = finder.earliest(job, latestS);
    if (startS > latestS) {
      if (sharesFate) {
        notes.hopelessLimitS =
            notes.pass == pass ? Math.min(notes.hopelessLimitS, job.limitS) : job.limitS;
        notes.pass = pass;
      }
      return false;
    }
    int[] nodes = finder.nodes(job, startS);
    if (startS <= nowS) {
      starter.start(job, nodes);
      return true;
    }
    plans.reserve(nodes, startS, startS + job.limitS);
    reservations++;
    job.plannedStartS = startS;
    job.plannedNodes = nodes;
    return false;
  }
}
