package io.rltune.sim.replay;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;

/**
 * A replay over time, in bins of equal width from the first submit to the last end.
 *
 * @param startS time at which the first bin begins, in seconds
 * @param binS width of a bin in seconds
 * @param queueLength mean number of waiting jobs, by bin
 * @param busyGpus mean number of GPUs in use, by bin
 * @param nodeBusyGpuSeconds GPU-seconds in use, by node index and bin
 */
public record ReplaySeries(
    double startS,
    double binS,
    double[] queueLength,
    double[] busyGpus,
    float[][] nodeBusyGpuSeconds) {

  /** Builds the series from what became of the jobs. */
  static ReplaySeries of(
      ClusterSpec cluster,
      List<WorkloadJob> jobs,
      List<FinishedJob> finished,
      int[][] nodes,
      int bins) {
    double firstS = finished.stream().mapToDouble(FinishedJob::submitS).min().orElse(0);
    double lastS = finished.stream().mapToDouble(FinishedJob::endS).max().orElse(0);
    double binS = Math.max(1e-9, (lastS - firstS) / bins);
    float[][] heat = new float[cluster.nodes().size()][bins];
    double[] queue = new double[bins];
    double[] busy = new double[bins];
    Bins scale = new Bins(firstS, binS, bins);
    for (int i = 0; i < finished.size(); i++) {
      FinishedJob job = finished.get(i);
      scale.add(queue, job.submitS(), job.startS(), 1 / binS);
      scale.add(busy, job.startS(), job.endS(), job.gpus() / binS);
      for (int node : nodes[i]) {
        scale.add(heat[node], job.startS(), job.endS(), jobs.get(i).gpusPerNode());
      }
    }
    return new ReplaySeries(firstS, binS, queue, busy, heat);
  }

  private record Bins(double startS, double binS, int count) {
    void add(double[] sums, double fromS, double untilS, double rate) {
      int last = bin(untilS);
      for (int bin = bin(fromS); bin <= last; bin++) {
        sums[bin] += rate * overlap(bin, fromS, untilS);
      }
    }

    void add(float[] sums, double fromS, double untilS, double rate) {
      int last = bin(untilS);
      for (int bin = bin(fromS); bin <= last; bin++) {
        sums[bin] += (float) (rate * overlap(bin, fromS, untilS));
      }
    }

    private int bin(double atS) {
      return Math.max(0, Math.min(count - 1, (int) ((atS - startS) / binS)));
    }

    private double overlap(int bin, double fromS, double untilS) {
      double beginS = startS + bin * binS;
      double endS = bin == count - 1 ? Double.POSITIVE_INFINITY : beginS + binS;
      return Math.max(0, Math.min(untilS, endS) - Math.max(fromS, beginS));
    }
  }
}
