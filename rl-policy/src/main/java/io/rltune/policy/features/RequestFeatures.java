package io.rltune.policy.features;

import static io.rltune.policy.features.FeatureExtractor.MAX_WALLTIME_S;
import static io.rltune.policy.features.FeatureExtractor.saturate;
import static io.rltune.policy.features.PoolFigures.ratio;

import io.rltune.policy.features.FeatureExtractor.Row;
import java.util.Arrays;

/**
 * The features that stay while a job waits: what it asks for, and what history expects of it until
 * history learns something new. They are most of the logarithms; for a view that knows its jobs
 * again they are kept by job.
 */
final class RequestFeatures {
  private static final int WIDTH = FeatureSchema.WIDTH;
  private static final double WALLTIME_SCALE = 1 / Math.log1p(MAX_WALLTIME_S / 60);
  private static final double GPU_SCALE = 1 / Math.log1p(1_024);
  private static final double GPU_TIME_SCALE = 1 / Math.log1p(MAX_WALLTIME_S / 60 * 1_024);

  /** What one kept row rests on. */
  private static final class Basis {
    private double units;
    private double largestNode;
    private double cpusPerUnit;
    private double memMbPerUnit;
    private double expectedS = Double.NaN;
    private double medianS;
    private double spread;
    private double runs;

    boolean holds(PoolFigures pool) {
      return units == pool.units
          && largestNode == pool.largestNode
          && cpusPerUnit == pool.cpusPerUnit
          && memMbPerUnit == pool.memMbPerUnit;
    }

    void note(PoolFigures pool) {
      units = pool.units;
      largestNode = pool.largestNode;
      cpusPerUnit = pool.cpusPerUnit;
      memMbPerUnit = pool.memMbPerUnit;
    }

    boolean holds(QueueView view, int job) {
      return expectedS == view.expectedRuntimeS(job)
          && medianS == view.medianRuntimeS(job)
          && spread == view.runtimeSpread(job)
          && runs == view.historyRuns(job);
    }

    void note(QueueView view, int job) {
      expectedS = view.expectedRuntimeS(job);
      medianS = view.medianRuntimeS(job);
      spread = view.runtimeSpread(job);
      runs = view.historyRuns(job);
    }
  }

  private final QueueView view;
  private Basis[] bases = new Basis[0];
  private float[] kept = new float[0];

  RequestFeatures(QueueView view) {
    this.view = view;
  }

  /** Requested walltime in seconds, 1 to the longest that makes a difference. */
  static double walltimeS(QueueView view, int job) {
    return Math.max(1, Math.min(view.walltimeS(job), MAX_WALLTIME_S));
  }

  /** Expected runtime in seconds, 1 to that of the longest walltime. */
  static double expectedS(QueueView view, int job) {
    return Math.max(1, Math.min(view.expectedRuntimeS(job), MAX_WALLTIME_S));
  }

  /** Writes a job's features into its row. */
  void describe(int job, double units, PoolFigures pool, float[] rows) {
    int number = view.lifelongNumber(job);
    if (number < 0) {
      Row row = new Row(rows, job * WIDTH);
      describeRequest(job, units, pool, row);
      describeHistory(job, row);
      return;
    }
    Basis basis = basis(number);
    if (!basis.holds(pool)) {
      basis.note(pool);
      describeRequest(job, units, pool, new Row(kept, number * WIDTH));
    }
    if (!basis.holds(view, job)) {
      basis.note(view, job);
      describeHistory(job, new Row(kept, number * WIDTH));
    }
    System.arraycopy(kept, number * WIDTH, rows, job * WIDTH, WIDTH);
  }

  private Basis basis(int number) {
    if (number >= bases.length) {
      bases = Arrays.copyOf(bases, 2 * number + 64);
      kept = Arrays.copyOf(kept, bases.length * WIDTH);
    }
    if (bases[number] == null) {
      bases[number] = new Basis();
    }
    return bases[number];
  }

  private void describeRequest(int job, double units, PoolFigures pool, Row row) {
    double walltimeS = walltimeS(view, job);
    double gpus = view.gpus(job);
    double nodes = Math.max(1, view.minNodes(job));
    double perNode =
        gpus > 0 && view.gpusPerNode(job) > 0 ? view.gpusPerNode(job) : Math.ceil(units / nodes);
    row.put(Feature.WALLTIME, Math.log(1 + walltimeS / 60) * WALLTIME_SCALE);
    row.put(Feature.GPUS, Math.log(1 + gpus) * GPU_SCALE);
    row.put(Feature.GPU_TIME, Math.log(1 + walltimeS / 60 * Math.max(gpus, 1)) * GPU_TIME_SCALE);
    row.put(Feature.NODE_SHARE, ratio(perNode, pool.largestNode));
    row.put(Feature.POOL_SHARE, ratio(units, pool.units));
    row.put(Feature.MULTI_NODE, 1 - 1 / nodes);
    row.put(Feature.CPU_INTENSITY, saturate(ratio(view.cpus(job) / units, pool.cpusPerUnit)));
    row.put(Feature.MEMORY_INTENSITY, saturate(ratio(view.memMb(job) / units, pool.memMbPerUnit)));
    row.put(Feature.UNTYPED, view.untyped(job) ? 1 : 0);
    row.put(
        Feature.PARTITION_TIME,
        ratio(
            Math.min(view.walltimeS(job), MAX_WALLTIME_S),
            Math.min(view.partitionTimeS(job), MAX_WALLTIME_S)));
  }

  private void describeHistory(int job, Row row) {
    double expectedS = expectedS(view, job);
    double medianS = Math.max(1, Math.min(view.medianRuntimeS(job), MAX_WALLTIME_S));
    row.put(Feature.EXPECTED_RUNTIME, Math.log(1 + expectedS / 60) * WALLTIME_SCALE);
    row.put(Feature.MEDIAN_RUNTIME, Math.log(1 + medianS / 60) * WALLTIME_SCALE);
    row.put(
        Feature.EXPECTED_GPU_TIME,
        Math.log(1 + expectedS / 60 * Math.max(view.gpus(job), 1)) * GPU_TIME_SCALE);
    row.put(Feature.EXPECTED_SHARE, expectedS / walltimeS(view, job));
    row.put(Feature.RUNTIME_SPREAD, saturate(view.runtimeSpread(job)));
    row.put(Feature.HISTORY_RUNS, view.historyRuns(job) / (view.historyRuns(job) + 4));
  }
}
