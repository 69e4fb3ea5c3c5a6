package io.rltune.policy.features;

/** Sums over one pool, taken anew only when a row of it changed. */
final class PoolFigures {
  /** Units in all. */
  double units;

  /** Most units of one node. */
  double largestNode;

  /** Units free now over units. */
  double freeShare;

  /** Units free within 10 minutes over units. */
  double free10MinShare;

  /** Units free within 1 hour over units. */
  double free1hShare;

  /** Free units on partly used nodes over free units. */
  double fragmentation;

  /** CPUs per unit. */
  double cpusPerUnit;

  /** Memory per unit in MiB. */
  double memMbPerUnit;

  private long version;

  /** Brings the sums up to date. */
  void update(NodePool pool) {
    if (version == pool.version) {
      return;
    }
    version = pool.version;
    double free = 0;
    double freed10Min = 0;
    double freed1h = 0;
    double stranded = 0;
    double cpus = 0;
    double memMb = 0;
    units = 0;
    largestNode = 0;
    for (int row = 0; row < pool.size; row++) {
      units += pool.total[row];
      largestNode = Math.max(largestNode, pool.total[row]);
      free += pool.free[row];
      freed10Min += pool.freed10Min[row];
      freed1h += pool.freed1h[row];
      stranded += pool.free[row] < pool.total[row] ? pool.free[row] : 0;
      cpus += pool.cpusTotal[row];
      memMb += pool.memMbTotal[row];
    }
    freeShare = ratio(free, units);
    free10MinShare = ratio(free + freed10Min, units);
    free1hShare = ratio(free + freed1h, units);
    fragmentation = ratio(stranded, free);
    cpusPerUnit = ratio(cpus, units);
    memMbPerUnit = ratio(memMb, units);
  }

  static double ratio(double part, double whole) {
    return whole > 0 ? part / whole : 0;
  }
}
