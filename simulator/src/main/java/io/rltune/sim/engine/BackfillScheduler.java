package io.rltune.sim.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Slurm's backfill scheduler (plugins/sched/backfill): plans a start for each waiting job in
 * priority order, assuming that running jobs last until their limits, and starts those whose time
 * is now. A planned job reserves whole nodes for its time limit, so no later job may overlap it
 * there.
 */
final class BackfillScheduler {
  /** A running job, or one just started, is expected to give its resources back at this time. */
  private record Release(double atS, SimJob job) {}

  private static final Comparator<Release> BY_TIME = Comparator.comparingDouble(Release::atS);

  private record Reservation(double startS, double endS, BitSet nodes) {}

  /** Jobs of one shape; of two, the one with the longer limit cannot start earlier. */
  private record Shape(int partition, String gpuType, int nodes, int gpus, int cpus, long memMb) {}

  private record Planned(double limitS, double startS) {}

  private final Controller controller;
  private final BiConsumer<SimJob, int[]> starter;

  BackfillScheduler(Controller controller, BiConsumer<SimJob, int[]> starter) {
    this.controller = controller;
    this.starter = starter;
  }

  void run() {
    List<SimJob> queue = List.copyOf(controller.queue());
    // Only now: the queue may just have been refreshed, and this pass sees the new order.
    controller.changedSinceBackfill = false;
    new Pass().run(queue);
  }

  private final class Pass {
    private final double nowS = controller.nowS;
    private final double lastStartS = nowS + controller.params.bfWindowS();
    private final List<Release> releases = new ArrayList<>();
    private final List<Reservation> reservations = new ArrayList<>();

    /** Now, and every later time at which nodes become free. */
    private final NavigableSet<Double> times = new TreeSet<>();

    private final Map<Shape, List<Planned>> plannedByShape = new HashMap<>();

    void run(List<SimJob> queue) {
      for (SimJob job : controller.running.values()) {
        expectRelease(job);
      }
      releases.sort(BY_TIME);
      times.add(nowS);
      int tested = 0;
      for (SimJob job : queue) {
        if (job.phase != JobPhase.PENDING || !RequiredNodes.isRunnable(controller, job)) {
          continue;
        }
        job.clearPlan();
        if (tested++ < controller.params.bfMaxJobTest()) {
          consider(job);
        }
      }
      controller.planned.clear();
      reservations.forEach(reservation -> controller.planned.or(reservation.nodes));
    }

    private void consider(SimJob job) {
      job.lastEvaluationS = nowS;
      if (reservations.size() >= controller.params.bfMaxReservations()) {
        int[] nodes = select(job, controller.free, nowS);
        if (nodes != null) {
          begin(job, nodes);
        }
        return;
      }
      double notBeforeS = job.required.length > 0 ? nowS : earliestBound(job);
      FreeResources expected = controller.free.copy();
      int released = 0;
      for (double atS : times.headSet(Math.max(nowS, lastStartS), true)) {
        while (released < releases.size() && releases.get(released).atS <= atS) {
          Release release = releases.get(released++);
          for (int node : release.job.nodes) {
            expected.give(release.job, node);
          }
        }
        int[] nodes = atS < notBeforeS ? null : select(job, expected, atS);
        if (nodes == null) {
          continue;
        }
        remember(job, atS);
        if (atS <= nowS) {
          begin(job, nodes);
        } else {
          reserve(job, nodes, atS);
        }
        return;
      }
      remember(job, Double.POSITIVE_INFINITY);
    }

    private void begin(SimJob job, int[] nodes) {
      starter.accept(job, nodes);
      expectRelease(job);
      releases.sort(BY_TIME);
    }

    private void expectRelease(SimJob job) {
      double atS = rounded(job.limitEndS());
      releases.add(new Release(atS, job));
      times.add(atS);
    }

    private void reserve(SimJob job, int[] nodes, double startS) {
      job.plannedStartS = startS;
      job.plannedNodes = nodes;
      BitSet set = new BitSet();
      for (int node : nodes) {
        set.set(node);
      }
      double endS = startS + job.request.timeLimitS();
      reservations.add(new Reservation(startS, endS, set));
      times.add(endS);
    }

    private int[] select(SimJob job, FreeResources expected, double startS) {
      BitSet allowed = (BitSet) controller.inService.clone();
      double endS = startS + job.request.timeLimitS();
      for (Reservation reservation : reservations) {
        if (reservation.startS < endS && startS < reservation.endS) {
          allowed.andNot(reservation.nodes);
        }
      }
      return controller.selector.select(job, expected, allowed);
    }

    private double earliestBound(SimJob job) {
      double bound = nowS;
      for (Planned planned : plannedByShape.getOrDefault(shape(job), List.of())) {
        if (planned.limitS <= job.request.timeLimitS()) {
          bound = Math.max(bound, planned.startS);
        }
      }
      return bound;
    }

    private void remember(SimJob job, double startS) {
      if (job.required.length == 0) {
        plannedByShape
            .computeIfAbsent(shape(job), key -> new ArrayList<>())
            .add(new Planned(job.request.timeLimitS(), startS));
      }
    }

    private Shape shape(SimJob job) {
      return new Shape(
          job.partition.index(),
          job.request.gpuType(),
          job.nodeCount,
          job.gpusPerNode,
          job.cpusPerNode,
          job.memMbPerNode);
    }

    private double rounded(double atS) {
      double step = controller.params.bfResolutionS();
      // Strictly later than now: an overdue end is expected at the next step.
      return Math.max(Math.ceil(atS / step), Math.floor(nowS / step) + 1) * step;
    }
  }
}
