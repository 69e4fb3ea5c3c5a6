package io.rltune.policy.features;

import static io.rltune.policy.features.PoolFigures.ratio;

/**
 * Computes the features of every job in a queue: sums per pool once, then a few operations per job.
 */
public final class FeatureExtractor {
  /** Longest walltime that makes a difference, in seconds: 7 days. */
  public static final double MAX_WALLTIME_S = 7 * 86_400.0;

  private static final double MAX_WAIT_MIN = 14 * 1_440;
  private static final double MAX_WALLTIME_MIN = MAX_WALLTIME_S / 60;
  private static final double MAX_GPUS = 1_024;

  private FeatureExtractor() {}

  /**
   * The features of all jobs.
   *
   * @return job after job, {@link FeatureSchema#WIDTH} values each, every one in 0..1
   */
  public static float[] extract(QueueView view) {
    int jobs = view.jobCount();
    PoolFigures[] figures = new PoolFigures[view.poolCount()];
    for (int pool = 0; pool < figures.length; pool++) {
      figures[pool] = PoolFigures.of(view.pool(pool));
    }
    double[] units = new double[jobs];
    for (int job = 0; job < jobs; job++) {
      units[job] = view.gpus(job) > 0 ? view.gpus(job) : Math.max(1, view.cpus(job));
    }
    double[] pressure = PoolPressure.of(view, units, figures);
    double[] ahead = unitsAhead(view, units, figures.length);
    double[] shorter = QueueRanks.shareBelow(view, expectedRuntimes(view, units, false));
    double[] smaller = QueueRanks.shareBelow(view, expectedRuntimes(view, units, true));
    double[] largest = largestPools(view, figures);
    PlacementCounter placements = new PlacementCounter(view);

    float[] rows = new float[jobs * FeatureSchema.WIDTH];
    for (int job = 0; job < jobs; job++) {
      Row row = new Row(rows, job * FeatureSchema.WIDTH);
      int pool = view.poolOf(job);
      describeRequest(view, job, row);
      describeShape(view, job, units[job], figures[pool], row);
      describePool(figures[pool], row);
      PlacementCounter.Fit fit = placements.fit(job);
      row.put(Feature.POOL_PRESSURE, saturate(pressure[pool]));
      row.put(Feature.WAYS, saturate(fit.ways()));
      row.put(Feature.STARTABLE, fit.startable() ? 1 : 0);
      row.put(Feature.QUEUE_AHEAD, saturate(ratio(ahead[job], figures[pool].units())));
      row.put(Feature.ACCOUNT_SHARE, view.accountShare(job));
      row.put(Feature.UNTYPED, view.untyped(job) ? 1 : 0);
      describeHistory(view, job, row);
      row.put(Feature.SHORTER_QUEUE, shorter[job]);
      row.put(Feature.SMALLER_QUEUE, smaller[job]);
      describeOwner(view, job, row);
      row.put(
          Feature.POOL_OF_CLUSTER,
          ratio(figures[pool].units(), largest[view.pool(pool).forGpus ? 1 : 0]));
    }
    return rows;
  }

  private static void describeRequest(QueueView view, int job, Row row) {
    double waitedS = Math.max(0, view.waitedS(job));
    double walltimeS = Math.max(1, Math.min(view.walltimeS(job), MAX_WALLTIME_S));
    double gpus = view.gpus(job);
    row.put(Feature.WAITED, Math.log1p(waitedS / 60) / Math.log1p(MAX_WAIT_MIN));
    row.put(Feature.WAITED_DAYS, saturate(waitedS / 86_400));
    row.put(Feature.WAITED_RELATIVE, saturate(waitedS / walltimeS));
    row.put(Feature.WALLTIME, Math.log1p(walltimeS / 60) / Math.log1p(MAX_WALLTIME_MIN));
    row.put(Feature.GPUS, Math.log1p(gpus) / Math.log1p(MAX_GPUS));
    row.put(
        Feature.GPU_TIME,
        Math.log1p(walltimeS / 60 * Math.max(gpus, 1)) / Math.log1p(MAX_WALLTIME_MIN * MAX_GPUS));
  }

  private static void describeShape(
      QueueView view, int job, double units, PoolFigures pool, Row row) {
    double nodes = Math.max(1, view.minNodes(job));
    double perNode =
        view.gpus(job) > 0 && view.gpusPerNode(job) > 0
            ? view.gpusPerNode(job)
            : Math.ceil(units / nodes);
    row.put(Feature.NODE_SHARE, ratio(perNode, pool.largestNode()));
    row.put(Feature.POOL_SHARE, ratio(units, pool.units()));
    row.put(Feature.MULTI_NODE, 1 - 1 / nodes);
    row.put(Feature.CPU_INTENSITY, saturate(ratio(view.cpus(job) / units, pool.cpusPerUnit())));
    row.put(
        Feature.MEMORY_INTENSITY, saturate(ratio(view.memMb(job) / units, pool.memMbPerUnit())));
  }

  private static void describePool(PoolFigures pool, Row row) {
    row.put(Feature.POOL_FREE, pool.freeShare());
    row.put(Feature.POOL_FREE_10MIN, pool.free10MinShare());
    row.put(Feature.POOL_FREE_1H, pool.free1hShare());
    row.put(Feature.FRAGMENTATION, pool.fragmentation());
  }

  private static void describeHistory(QueueView view, int job, Row row) {
    double expectedS = expectedS(view, job);
    row.put(Feature.EXPECTED_RUNTIME, Math.log1p(expectedS / 60) / Math.log1p(MAX_WALLTIME_MIN));
    double medianS = Math.max(1, Math.min(view.medianRuntimeS(job), MAX_WALLTIME_S));
    row.put(Feature.MEDIAN_RUNTIME, Math.log1p(medianS / 60) / Math.log1p(MAX_WALLTIME_MIN));
    row.put(
        Feature.EXPECTED_GPU_TIME,
        Math.log1p(expectedS / 60 * Math.max(view.gpus(job), 1))
            / Math.log1p(MAX_WALLTIME_MIN * MAX_GPUS));
    row.put(
        Feature.EXPECTED_SHARE,
        expectedS / Math.max(1, Math.min(view.walltimeS(job), MAX_WALLTIME_S)));
    row.put(Feature.WAITED_EXPECTED, saturate(Math.max(0, view.waitedS(job)) / expectedS));
    row.put(Feature.RUNTIME_SPREAD, saturate(view.runtimeSpread(job)));
    row.put(Feature.HISTORY_RUNS, view.historyRuns(job) / (view.historyRuns(job) + 4));
  }

  private static void describeOwner(QueueView view, int job, Row row) {
    row.put(Feature.USER_SHARE, view.userShare(job));
    row.put(Feature.USER_RECENT, view.recentUserShare(job));
    row.put(Feature.ACCOUNT_RECENT, view.recentAccountShare(job));
    row.put(Feature.QOS_SHARE, view.qosShare(job));
    row.put(Feature.LIMITED, view.limited(job) ? 1 : 0);
    row.put(
        Feature.PARTITION_TIME,
        ratio(
            Math.min(view.walltimeS(job), MAX_WALLTIME_S),
            Math.min(view.partitionTimeS(job), MAX_WALLTIME_S)));
  }

  /** Expected runtime in seconds, 1 to that of the longest walltime. */
  private static double expectedS(QueueView view, int job) {
    return Math.max(1, Math.min(view.expectedRuntimeS(job), MAX_WALLTIME_S));
  }

  private static double[] expectedRuntimes(QueueView view, double[] units, boolean timesUnits) {
    double[] values = new double[units.length];
    for (int job = 0; job < values.length; job++) {
      values[job] = expectedS(view, job) * (timesUnits ? units[job] : 1);
    }
    return values;
  }

  /** Units of the largest pool: of CPU pools, of GPU pools. */
  private static double[] largestPools(QueueView view, PoolFigures[] figures) {
    double[] largest = new double[2];
    for (int pool = 0; pool < figures.length; pool++) {
      int kind = view.pool(pool).forGpus ? 1 : 0;
      largest[kind] = Math.max(largest[kind], figures[pool].units());
    }
    return largest;
  }

  /** Units wanted in each job's own pool by jobs that have waited longer. */
  private static double[] unitsAhead(QueueView view, double[] units, int pools) {
    double[] shortness = new double[units.length];
    for (int job = 0; job < shortness.length; job++) {
      shortness[job] = -view.waitedS(job);
    }
    double[] soFar = new double[pools];
    double[] ahead = new double[units.length];
    for (int job : QueueRanks.ascending(shortness)) {
      int pool = view.poolOf(job);
      ahead[job] = soFar[pool];
      soFar[pool] += units[job];
    }
    return ahead;
  }

  /** Maps 0..infinity to 0..1, with 1/2 at 1. */
  private static double saturate(double value) {
    return value == Double.POSITIVE_INFINITY ? 1 : value / (1 + value);
  }

  /** One job's part of the rows. */
  private static final class Row {
    private final float[] rows;
    private final int offset;

    Row(float[] rows, int offset) {
      this.rows = rows;
      this.offset = offset;
    }

    /** Keeps to 0..1 whatever comes; what is not a number says nothing. */
    void put(Feature feature, double value) {
      double known = Double.isNaN(value) ? 0 : value;
      rows[offset + feature.index()] = (float) Math.max(0, Math.min(1, known));
    }
  }
}
