package io.rltune.policy.features;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts in how many ways a job fits now. Jobs of one shape in one pool share the count, so that a
 * queue of thousands costs a walk over the nodes per shape, not per job.
 */
final class PlacementCounter {
  /** How a job fits: nodes (or units) that would do, over those it needs; and whether it fits. */
  record Fit(double ways, boolean startable) {
    static final Fit NONE = new Fit(0, false);
  }

  private record Shape(
      int pool,
      int units,
      int perNode,
      int minNodes,
      int maxNodes,
      int cpus,
      long memMb,
      boolean wholeNodes) {}

  private final QueueView view;
  private final Map<Shape, Fit> cache = new HashMap<>();
  private Fit[] fitOfShape = new Fit[0];
  private long[] versionOfShape = new long[0];

  PlacementCounter(QueueView view) {
    this.view = view;
  }

  /** To be called when the view shows another moment. */
  void refresh() {
    cache.clear();
  }

  Fit fit(int job) {
    int number = view.shapeNumber(job);
    if (number < 0) {
      return cache.computeIfAbsent(shape(job), this::count);
    }
    if (number >= fitOfShape.length) {
      fitOfShape = Arrays.copyOf(fitOfShape, 2 * number + 8);
      versionOfShape = Arrays.copyOf(versionOfShape, 2 * number + 8);
    }
    long version = view.pool(view.poolOf(job)).version;
    if (versionOfShape[number] != version) {
      versionOfShape[number] = version;
      fitOfShape[number] = count(shape(job));
    }
    return fitOfShape[number];
  }

  private Shape shape(int job) {
    int gpus = view.gpus(job);
    return new Shape(
        view.poolOf(job),
        gpus > 0 ? gpus : Math.max(1, view.cpus(job)),
        gpus > 0 ? view.gpusPerNode(job) : 0,
        Math.max(1, view.minNodes(job)),
        view.maxNodes(job),
        view.cpus(job),
        view.memMb(job),
        view.wholeNodes(job));
  }

  private Fit count(Shape shape) {
    NodePool pool = view.pool(shape.pool);
    boolean rigid = shape.perNode > 0 || shape.maxNodes <= shape.minNodes;
    return rigid ? countNodes(pool, shape) : countUnits(pool, shape);
  }

  /** Even parts on a fixed number of nodes. */
  private static Fit countNodes(NodePool pool, Shape shape) {
    int perNode = shape.perNode > 0 ? shape.perNode : ceil(shape.units, shape.minNodes);
    int nodes = shape.perNode > 0 ? ceil(shape.units, shape.perNode) : shape.minNodes;
    nodes = Math.max(nodes, shape.minNodes);
    long cpus = ceil(shape.cpus, nodes);
    long memMb = ceil(shape.memMb, nodes);
    int fitting = 0;
    for (int row = 0; row < pool.size; row++) {
      if (pool.free[row] >= perNode
          && pool.cpusFree[row] >= cpus
          && pool.memMbFree[row] >= memMb
          && (!shape.wholeNodes || pool.isIdle(row))) {
        fitting++;
      }
    }
    return new Fit((double) fitting / nodes, fitting >= nodes);
  }

  /** Any split over min..max nodes: CPUs and memory go with the units. */
  private static Fit countUnits(NodePool pool, Shape shape) {
    double cpusPerUnit = (double) shape.cpus / shape.units;
    double memMbPerUnit = (double) shape.memMb / shape.units;
    int[] nodesByUnits = new int[pool.size == 0 ? 1 : largest(pool) + 1];
    int nodesWithSome = 0;
    for (int row = 0; row < pool.size; row++) {
      double takes = pool.free[row];
      takes = cpusPerUnit > 0 ? Math.min(takes, pool.cpusFree[row] / cpusPerUnit) : takes;
      takes = memMbPerUnit > 0 ? Math.min(takes, pool.memMbFree[row] / memMbPerUnit) : takes;
      int whole = shape.wholeNodes && !pool.isIdle(row) ? 0 : (int) Math.floor(takes + 1e-9);
      if (whole > 0) {
        nodesByUnits[whole]++;
        nodesWithSome++;
      }
    }
    if (nodesWithSome < shape.minNodes) {
      return Fit.NONE;
    }
    long reach = 0;
    long nodesLeft = shape.maxNodes;
    for (int units = nodesByUnits.length - 1; units > 0; units--) {
      long taken = Math.min(nodesLeft, nodesByUnits[units]);
      reach += taken * units;
      nodesLeft -= taken;
    }
    return new Fit((double) reach / shape.units, reach >= shape.units);
  }

  private static int largest(NodePool pool) {
    int most = 0;
    for (int units : pool.free) {
      most = Math.max(most, units);
    }
    return most;
  }

  private static int ceil(int whole, int parts) {
    return (int) (((long) whole + parts - 1) / parts);
  }

  private static long ceil(long whole, int parts) {
    return whole / parts + (whole % parts == 0 ? 0 : 1);
  }
}
