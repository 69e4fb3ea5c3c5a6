package io.rltune.sim.engine;

/**
 * Time-weighted share of the free GPUs that sit on partly used nodes, where no whole-node job can
 * use them.
 */
final class FragmentationMeter {
  private final int[] total;
  private final int[] free;
  private long freeGpus;
  private long strandedGpus;
  private double freeSeconds;
  private double strandedSeconds;
  private double atS;

  FragmentationMeter(int[] gpusTotal) {
    this.total = gpusTotal.clone();
    this.free = gpusTotal.clone();
    for (int gpus : total) {
      freeGpus += gpus;
    }
  }

  void changed(int node, int gpusFree, double nowS) {
    advance(nowS);
    strandedGpus += stranded(node, gpusFree) - stranded(node, free[node]);
    freeGpus += gpusFree - free[node];
    free[node] = gpusFree;
  }

  /** The share from time 0 until now; 0 where no GPU was ever free. */
  double share(double nowS) {
    advance(nowS);
    return freeSeconds > 0 ? strandedSeconds / freeSeconds : 0;
  }

  private void advance(double nowS) {
    freeSeconds += freeGpus * (nowS - atS);
    strandedSeconds += strandedGpus * (nowS - atS);
    atS = nowS;
  }

  private int stranded(int node, int gpusFree) {
    return gpusFree < total[node] ? gpusFree : 0;
  }
}
