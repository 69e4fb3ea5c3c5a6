package io.rltune.sim.engine;

import io.rltune.sim.engine.EventQueue.Kind;
import java.util.SplittableRandom;

/**
 * The controller's clock: arrivals, ends, failures and the passes of the schedulers, in order of
 * their times. Passes are only due while jobs wait.
 */
final class EventLoop {
  private final Controller controller;
  private final SlurmParams params;
  private final MainScheduler mainScheduler;
  private final BackfillScheduler backfillScheduler;
  private final TextbookScheduler textbookScheduler;
  private final EventQueue events = new EventQueue();
  private final Arrivals arrivals = new Arrivals();
  private double nextMainS = Double.POSITIVE_INFINITY;
  private double nextBackfillS = Double.POSITIVE_INFINITY;
  private double nextCycleS = Double.POSITIVE_INFINITY;
  private double lastFullPassS = Double.NEGATIVE_INFINITY;
  private boolean changedSinceCycle;
  private Runnable cycle;
  private double cycleS;
  private NodeTrouble trouble;

  /** With {@link Discipline#EXTERNAL}: whether it is time to pick jobs. */
  boolean isDecisionDue;

  EventLoop(Controller controller) {
    this.controller = controller;
    this.params = controller.params;
    this.mainScheduler = new MainScheduler(controller, this::start);
    this.backfillScheduler = new BackfillScheduler(controller, this::start);
    this.textbookScheduler =
        new TextbookScheduler(controller, this::start, params.discipline() == Discipline.EASY);
  }

  /** Something that acts on the queue every so often while jobs wait and something changed. */
  void every(double seconds, Runnable newCycle) {
    this.cycleS = seconds;
    this.cycle = newCycle;
  }

  /** Makes nodes fail from now on. */
  void failNodes(double mtbfS, double mttrS, double drainShare, SplittableRandom random) {
    trouble = new NodeTrouble(mtbfS, mttrS, drainShare, random);
    for (int node = 0; node < controller.cluster.nodes().size(); node++) {
      events.add(controller.nowS + trouble.untilFailureS(node), Kind.HEALTH, null, node);
    }
  }

  void arriveLater(SimJob job) {
    arrivals.add(job);
  }

  void advanceTo(double untilS) {
    while (nextEventS() <= untilS) {
      step();
    }
    controller.nowS = untilS;
  }

  /** Handles the next event; there must be one. */
  void step() {
    double arrivalS = arrivals.nextS();
    double eventS = events.nextS();
    if (arrivalS < eventS || (arrivalS == eventS && !comesBeforeArrivals(events.kind()))) {
      controller.nowS = arrivalS;
      controller.arrive(arrivals.removeFirst());
      stateChanged();
      return;
    }
    Kind kind = events.kind();
    SimJob job = events.job();
    int detail = events.detail();
    controller.nowS = eventS;
    events.removeFirst();
    switch (kind) {
      case END -> end(job, detail);
      case HEALTH -> health(detail);
      case MAIN -> runMain(eventS);
      case BACKFILL -> runBackfill();
      case CYCLE -> runCycle();
    }
  }

  boolean isIdle() {
    return arrivals.isEmpty() && controller.pendingCount == 0 && controller.runningCount == 0;
  }

  double nextEventS() {
    return Math.min(events.nextS(), arrivals.nextS());
  }

  /** The state changed: the main scheduler looks soon, backfill at its next turn. */
  void stateChanged() {
    changedSinceCycle = true;
    if (controller.pendingCount > 0) {
      scheduleMain(controller.nowS + params.eventDelayS());
      scheduleBackfill();
      scheduleCycle();
    }
  }

  void start(SimJob job, int[] nodes) {
    controller.start(job, nodes);
    double ownEndS = controller.nowS + ownDurationS(job);
    events.add(Math.min(ownEndS, job.limitEndS), Kind.END, job, job.run);
  }

  private static boolean comesBeforeArrivals(Kind kind) {
    return kind == Kind.END || kind == Kind.HEALTH;
  }

  private void end(SimJob job, int run) {
    // A requeued or failed job leaves the end event of its lost run behind.
    if (job.phase == JobPhase.RUNNING && job.run == run) {
      controller.end(job, finishesInTime(job) ? JobPhase.COMPLETED : JobPhase.TIMEOUT);
      stateChanged();
    }
  }

  private void health(int node) {
    if (isIdle()) {
      return;
    }
    NodeView.Health next = trouble.next(node);
    controller.setHealth(node, next);
    double inS =
        next == NodeView.Health.UP ? trouble.untilFailureS(node) : trouble.untilRepairS(node);
    events.add(controller.nowS + inS, Kind.HEALTH, null, node);
    stateChanged();
  }

  private void runMain(double atS) {
    if (atS != nextMainS) {
      return;
    }
    nextMainS = Double.POSITIVE_INFINITY;
    if (params.discipline() == Discipline.EXTERNAL) {
      isDecisionDue = controller.pendingCount > 0;
      return;
    }
    if (controller.isTextbook()) {
      textbookScheduler.run();
      return;
    }
    boolean full = atS - lastFullPassS >= params.schedIntervalS();
    lastFullPassS = full ? atS : lastFullPassS;
    mainScheduler.run(full);
    if (controller.pendingCount > 0) {
      scheduleMain(atS + params.schedIntervalS());
    }
  }

  private void runBackfill() {
    nextBackfillS = Double.POSITIVE_INFINITY;
    if (controller.pendingCount == 0) {
      controller.planned.clear();
      return;
    }
    if (controller.changedSinceBackfill) {
      backfillScheduler.run();
    }
    scheduleBackfill();
  }

  private void runCycle() {
    nextCycleS = Double.POSITIVE_INFINITY;
    if (controller.pendingCount == 0) {
      return;
    }
    if (changedSinceCycle) {
      changedSinceCycle = false;
      cycle.run();
    }
    scheduleCycle();
  }

  private boolean finishesInTime(SimJob job) {
    return job.startS + ownDurationS(job) <= job.limitEndS;
  }

  /** Launch and runtime; the slowest node of a job sets its pace. */
  private double ownDurationS(SimJob job) {
    double speed = Double.POSITIVE_INFINITY;
    for (int node : job.nodes) {
      speed = Math.min(speed, controller.node(node).speed());
    }
    return params.launchDelayS() + job.request.runtimeS() / speed;
  }

  private void scheduleMain(double atS) {
    // An earlier pass replaces the later one, whose event is then stale.
    if (atS < nextMainS) {
      nextMainS = atS;
      events.add(atS, Kind.MAIN, null, 0);
    }
  }

  private void scheduleBackfill() {
    if (params.backfill() && Double.isInfinite(nextBackfillS)) {
      nextBackfillS = nextMultiple(params.bfIntervalS());
      events.add(nextBackfillS, Kind.BACKFILL, null, 0);
    }
  }

  private void scheduleCycle() {
    if (cycle != null && Double.isInfinite(nextCycleS)) {
      nextCycleS = nextMultiple(cycleS);
      events.add(nextCycleS, Kind.CYCLE, null, 0);
    }
  }

  private double nextMultiple(double interval) {
    return (Math.floor(controller.nowS / interval) + 1) * interval;
  }
}
