package io.rltune.policy.features;

/**
 * Sums over one pool, taken once for all its jobs.
 *
 * @param units units in all
 * @param largestNode most units of one node
 * @param freeShare units free now over units
 * @param free10MinShare units free within 10 minutes over units
 * @param free1hShare units free within 1 hour over units
 * @param fragmentation free units on partly used nodes over free units
 * @param cpusPerUnit CPUs per unit
 * @param memMbPerUnit memory per unit in MiB
 */
record PoolFigures(
    double units,
    double largestNode,
    double freeShare,
    double free10MinShare,
    double free1hShare,
    double fragmentation,
    double cpusPerUnit,
    double memMbPerUnit) {

  static PoolFigures of(NodePool pool) {
    double units = 0;
    double largest = 0;
    double free = 0;
    double freed10Min = 0;
    double freed1h = 0;
    double stranded = 0;
    double cpus = 0;
    double memMb = 0;
    for (int row = 0; row < pool.size; row++) {
      units += pool.total[row];
      largest = Math.max(largest, pool.total[row]);
      free += pool.free[row];
      freed10Min += pool.freed10Min[row];
      freed1h += pool.freed1h[row];
      stranded += pool.free[row] < pool.total[row] ? pool.free[row] : 0;
      cpus += pool.cpusTotal[row];
      memMb += pool.memMbTotal[row];
    }
    return new PoolFigures(
        units,
        largest,
        ratio(free, units),
        ratio(free + freed10Min, units),
        ratio(free + freed1h, units),
        ratio(stranded, free),
        ratio(cpus, units),
        ratio(memMb, units));
  }

  static double ratio(double part, double whole) {
    return whole > 0 ? part / whole : 0;
  }
}
