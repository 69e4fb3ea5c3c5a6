package io.rltune.policy.features;

/**
 * The nodes that could ever run some jobs, column by column. A unit is a GPU of the pool's types,
 * or, in a pool for jobs without GPUs, a CPU. Not thread-safe; a simulator may set rows anew.
 */
public final class NodePool {
  final boolean forGpus;
  final int size;
  final int[] node;
  final int[] total;
  final int[] free;
  final double[] freed10Min;
  final double[] freed1h;
  final int[] cpusTotal;
  final int[] cpusFree;
  final long[] memMbTotal;
  final long[] memMbFree;

  /** Counts the changes of its rows. */
  long version = 1;

  private final PoolFigures figures = new PoolFigures();

  /**
   * Makes a pool whose rows are all still to be set.
   *
   * @param forGpus whether its units are GPUs
   * @param size number of nodes
   */
  public NodePool(boolean forGpus, int size) {
    this.forGpus = forGpus;
    this.size = size;
    node = new int[size];
    total = new int[size];
    free = new int[size];
    freed10Min = new double[size];
    freed1h = new double[size];
    cpusTotal = new int[size];
    cpusFree = new int[size];
    memMbTotal = new long[size];
    memMbFree = new long[size];
  }

  public int size() {
    return size;
  }

  /**
   * Says which node a row is and what it has.
   *
   * @param nodeId number of the node, from 0, the same in every pool
   * @param unitsTotal units in all
   */
  public void setNode(int row, int nodeId, int unitsTotal, int cpus, long memMb) {
    version++;
    node[row] = nodeId;
    total[row] = unitsTotal;
    cpusTotal[row] = cpus;
    memMbTotal[row] = memMb;
  }

  /**
   * Says what of a row is free.
   *
   * @param units units free now
   * @param in10Min more units that come free within 10 minutes by remaining walltimes
   * @param in1h more units that come free within 1 hour, those of {@code in10Min} included
   */
  public void setFree(int row, int units, double in10Min, double in1h, int cpus, long memMb) {
    version++;
    free[row] = units;
    freed10Min[row] = in10Min;
    freed1h[row] = in1h;
    cpusFree[row] = cpus;
    memMbFree[row] = memMb;
  }

  /** Sums over its rows as they stand; the same object at every call. */
  PoolFigures figures() {
    figures.update(this);
    return figures;
  }

  /** Whether nothing runs on a row's node, as far as the pool can see. */
  boolean isIdle(int row) {
    return free[row] == total[row]
        && cpusFree[row] == cpusTotal[row]
        && memMbFree[row] == memMbTotal[row];
  }
}
