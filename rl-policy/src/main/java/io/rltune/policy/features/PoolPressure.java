package io.rltune.policy.features;

import java.util.Arrays;

/**
 * Queued demand per pool. Pools overlap (a job for any type competes with jobs for one), so each
 * pool's demand is spread evenly over its units and added up node by node. Keeps its buffers.
 */
final class PoolPressure {
  private double[] demand = new double[4];
  private double[] pressure = new double[4];
  private double[] load = new double[0];
  private double[] supply = new double[0];

  /** Demand over supply of each pool, at least 0; overwritten by the next call. */
  double[] of(QueueView view, double[] units) {
    int pools = view.poolCount();
    if (demand.length < pools) {
      demand = new double[pools];
      pressure = new double[pools];
    }
    Arrays.fill(demand, 0, pools, 0);
    for (int job = 0; job < view.jobCount(); job++) {
      demand[view.poolOf(job)] += units[job];
    }
    if (pools == 1) {
      // Nothing overlaps.
      pressure[0] = PoolFigures.ratio(demand[0], view.pool(0).figures().units);
      return pressure;
    }
    spread(view, pools, true);
    spread(view, pools, false);
    return pressure;
  }

  private void spread(QueueView view, int pools, boolean forGpus) {
    int nodes = 0;
    for (int p = 0; p < pools; p++) {
      NodePool pool = view.pool(p);
      for (int row = 0; row < pool.size && pool.forGpus == forGpus; row++) {
        nodes = Math.max(nodes, pool.node[row] + 1);
      }
    }
    clear(nodes);
    for (int p = 0; p < pools; p++) {
      NodePool pool = view.pool(p);
      double perUnit = PoolFigures.ratio(demand[p], pool.figures().units);
      for (int row = 0; row < pool.size && pool.forGpus == forGpus; row++) {
        load[pool.node[row]] += perUnit * pool.total[row];
        supply[pool.node[row]] = Math.max(supply[pool.node[row]], pool.total[row]);
      }
    }
    for (int p = 0; p < pools; p++) {
      NodePool pool = view.pool(p);
      if (pool.forGpus == forGpus) {
        double wanted = 0;
        for (int row = 0; row < pool.size; row++) {
          int node = pool.node[row];
          wanted += load[node] * PoolFigures.ratio(pool.total[row], supply[node]);
        }
        pressure[p] = PoolFigures.ratio(wanted, pool.figures().units);
      }
    }
  }

  private void clear(int nodes) {
    if (load.length < nodes) {
      load = new double[nodes];
      supply = new double[nodes];
    }
    Arrays.fill(load, 0, nodes, 0);
    Arrays.fill(supply, 0, nodes, 0);
  }
}
