package io.rltune.sim.engine;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The controller's clock: arrivals, ends and the passes of both schedulers, in order of their
 * times. Passes are only due while jobs wait.
 */
final class EventLoop {
  /** Of events at the same time, ends come first: what they free is there for the others. */
  private enum Kind {
    END,
    ARRIVE,
    MAIN,
    BACKFILL
  }

  private record Event(double atS, Kind kind, long sequence, SimJob job, int run) {}

  private static final Comparator<Event> EVENT_ORDER =
      Comparator.comparingDouble(Event::atS)
          .thenComparing(Event::kind)
          .thenComparingLong(Event::sequence);

  private final Controller controller;
  private final SlurmParams params;
  private final MainScheduler mainScheduler;
  private final BackfillScheduler backfillScheduler;
  private final PriorityQueue<Event> events = new PriorityQueue<>(EVENT_ORDER);
  private long sequence;
  private int arrivalsAhead;
  private double nextMainS = Double.POSITIVE_INFINITY;
  private double nextBackfillS = Double.POSITIVE_INFINITY;

  EventLoop(Controller controller) {
    this.controller = controller;
    this.params = controller.params;
    this.mainScheduler = new MainScheduler(controller, this::start);
    this.backfillScheduler = new BackfillScheduler(controller, this::start);
  }

  void arriveLater(SimJob job) {
    arrivalsAhead++;
    add(job.request.submitS(), Kind.ARRIVE, job);
  }

  void advanceTo(double untilS) {
    while (!events.isEmpty() && events.peek().atS <= untilS) {
      Event event = events.poll();
      controller.nowS = event.atS;
      handle(event);
    }
    controller.nowS = untilS;
  }

  boolean isIdle() {
    return arrivalsAhead == 0 && controller.pending.isEmpty() && controller.running.isEmpty();
  }

  double nextEventS() {
    return events.isEmpty() ? Double.POSITIVE_INFINITY : events.peek().atS;
  }

  /** The state changed: the main scheduler looks soon, backfill at its next turn. */
  void stateChanged() {
    if (!controller.pending.isEmpty()) {
      scheduleMain(controller.nowS + params.eventDelayS());
      scheduleBackfill();
    }
  }

  private void handle(Event event) {
    switch (event.kind) {
      case ARRIVE -> {
        arrivalsAhead--;
        controller.arrive(event.job);
        stateChanged();
      }
      case END -> {
        // A requeued or failed job leaves the end event of its lost run behind.
        if (event.job.phase == JobPhase.RUNNING && event.job.run == event.run) {
          controller.end(
              event.job, finishesInTime(event.job) ? JobPhase.COMPLETED : JobPhase.TIMEOUT);
          stateChanged();
        }
      }
      case MAIN -> runMain(event.atS);
      case BACKFILL -> runBackfill();
    }
  }

  private void runMain(double atS) {
    if (atS != nextMainS) {
      return;
    }
    nextMainS = Double.POSITIVE_INFINITY;
    mainScheduler.run();
    if (!controller.pending.isEmpty()) {
      scheduleMain(atS + params.schedIntervalS());
    }
  }

  private void runBackfill() {
    nextBackfillS = Double.POSITIVE_INFINITY;
    if (controller.pending.isEmpty()) {
      controller.planned.clear();
      return;
    }
    if (controller.changedSinceBackfill) {
      backfillScheduler.run();
    }
    scheduleBackfill();
  }

  private void start(SimJob job, int[] nodes) {
    controller.start(job, nodes);
    double ownEndS = controller.nowS + ownDurationS(job);
    add(Math.min(ownEndS, job.limitEndS()), Kind.END, job);
  }

  private boolean finishesInTime(SimJob job) {
    return job.startS + ownDurationS(job) <= job.limitEndS();
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
      add(atS, Kind.MAIN, null);
    }
  }

  private void scheduleBackfill() {
    if (params.backfill() && Double.isInfinite(nextBackfillS)) {
      double interval = params.bfIntervalS();
      nextBackfillS = (Math.floor(controller.nowS / interval) + 1) * interval;
      add(nextBackfillS, Kind.BACKFILL, null);
    }
  }

  private void add(double atS, Kind kind, SimJob job) {
    events.add(new Event(atS, kind, sequence++, job, job == null ? 0 : job.run));
  }
}
