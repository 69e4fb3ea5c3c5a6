package io.rltune.policy.features;

/**
 * Queued demand per pool. Pools overlap (a job for any type competes with jobs for one), so each
 * pool's demand is spread evenly over its units and added up node by node.
 */
final class PoolPressure {
  private PoolPressure() {}

  /** Demand over supply of each pool, at least 0. */
  static double[] of(QueueView view, double[] units, PoolFigures[] figures) {
    double[] demand = new double[figures.length];
    for (int job = 0; job < units.length; job++) {
      demand[view.poolOf(job)] += units[job];
    }
    double[] pressure = new double[figures.length];
    spread(view, demand, figures, true, pressure);
    spread(view, demand, figures, false, pressure);
    return pressure;
  }

  private static void spread(
      QueueView view, double[] demand, PoolFigures[] figures, boolean forGpus, double[] pressure) {
    int nodes = 0;
    for (int p = 0; p < figures.length; p++) {
      NodePool pool = view.pool(p);
      for (int row = 0; row < pool.size; row++) {
        nodes = Math.max(nodes, pool.node[row] + 1);
      }
    }
    double[] load = new double[nodes];
    double[] supply = new double[nodes];
    for (int p = 0; p < figures.length; p++) {
      NodePool pool = view.pool(p);
      if (pool.forGpus != forGpus) {
        continue;
      }
      double perUnit = PoolFigures.ratio(demand[p], figures[p].units());
      for (int row = 0; row < pool.size; row++) {
        load[pool.node[row]] += perUnit * pool.total[row];
        supply[pool.node[row]] = Math.max(supply[pool.node[row]], pool.total[row]);
      }
    }
    for (int p = 0; p < figures.length; p++) {
      NodePool pool = view.pool(p);
      if (pool.forGpus != forGpus) {
        continue;
      }
      double wanted = 0;
      for (int row = 0; row < pool.size; row++) {
        int node = pool.node[row];
        wanted += load[node] * PoolFigures.ratio(pool.total[row], supply[node]);
      }
      pressure[p] = PoolFigures.ratio(wanted, figures[p].units());
    }
  }
}
