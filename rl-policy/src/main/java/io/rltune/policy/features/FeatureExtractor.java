package io.rltune.policy.features;

import static io.rltune.policy.features.PoolFigures.ratio;

import java.util.Arrays;

/**
 * Computes the features of every job in a queue: sums per pool once, then a few operations per job.
 * One extractor serves one view; where the view knows its jobs again ({@link
 * QueueView#lifelongNumber}), what does not change of a job is computed once. Buffers are kept, so
 * that a scheduling point allocates nothing. Not thread-safe.
 */
public final class FeatureExtractor {
  /** Longest walltime that makes a difference, in seconds: 7 days. */
  public static final double MAX_WALLTIME_S = 7 * 86_400.0;

  private static final double WAIT_SCALE = 1 / Math.log1p(14 * 1_440);

  private final QueueView view;
  private final QueueRanks ranks = new QueueRanks();
  private final PoolPressure pressures = new PoolPressure();
  private final PlacementCounter placements;
  private final RequestFeatures requests;
  private final double[] largestPool = new double[2];
  private double[] unitsAheadInPool = new double[4];
  private double[] units = new double[0];
  private double[] values = new double[0];
  private double[] ahead = new double[0];
  private double[] shorter = new double[0];
  private double[] smaller = new double[0];
  private float[] rows = new float[0];

  /** An extractor for a view. */
  public FeatureExtractor(QueueView view) {
    this.view = view;
    this.placements = new PlacementCounter(view);
    this.requests = new RequestFeatures(view);
  }

  /**
   * The features of all jobs.
   *
   * @return job after job, {@link FeatureSchema#WIDTH} values each, every one in 0..1
   */
  public static float[] extract(QueueView view) {
    FeatureExtractor extractor = new FeatureExtractor(view);
    extractor.update();
    return Arrays.copyOf(extractor.rows, view.jobCount() * FeatureSchema.WIDTH);
  }

  /**
   * The features of all jobs as the view shows them now.
   *
   * @return job after job, {@link FeatureSchema#WIDTH} values each, every one in 0..1; longer than
   *     that, and overwritten by the next call
   */
  public float[] update() {
    int jobs = view.jobCount();
    makeRoom(jobs);
    for (int job = 0; job < jobs; job++) {
      units[job] = unitsOf(view, job);
    }
    double[] pressure = pressures.of(view, units);
    countUnitsAhead(jobs);
    rank(jobs);
    findLargestPools();
    placements.refresh();
    for (int job = 0; job < jobs; job++) {
      Row row = new Row(rows, job * FeatureSchema.WIDTH);
      NodePool pool = view.pool(view.poolOf(job));
      PoolFigures figures = pool.figures();
      requests.describe(job, units[job], figures, rows);
      describeWait(job, row);
      describePool(figures, row);
      PlacementCounter.Fit fit = placements.fit(job);
      row.put(Feature.POOL_PRESSURE, saturate(pressure[view.poolOf(job)]));
      row.put(Feature.WAYS, saturate(fit.ways()));
      row.put(Feature.STARTABLE, fit.startable() ? 1 : 0);
      row.put(Feature.QUEUE_AHEAD, saturate(ratio(ahead[job], figures.units)));
      row.put(Feature.SHORTER_QUEUE, shorter[job]);
      row.put(Feature.SMALLER_QUEUE, smaller[job]);
      row.put(Feature.POOL_OF_CLUSTER, ratio(figures.units, largestPool[pool.forGpus ? 1 : 0]));
      describeOwner(job, row);
    }
    return rows;
  }

  private void makeRoom(int jobs) {
    if (units.length < jobs) {
      int size = 2 * jobs;
      units = new double[size];
      values = new double[size];
      ahead = new double[size];
      shorter = new double[size];
      smaller = new double[size];
      rows = new float[size * FeatureSchema.WIDTH];
    }
  }

  private void describeWait(int job, Row row) {
    double waitedS = Math.max(0, view.waitedS(job));
    row.put(Feature.WAITED, Math.log(1 + waitedS / 60) * WAIT_SCALE);
    row.put(Feature.WAITED_DAYS, saturate(waitedS / 86_400));
    row.put(Feature.WAITED_RELATIVE, saturate(waitedS / RequestFeatures.walltimeS(view, job)));
    row.put(Feature.WAITED_EXPECTED, saturate(waitedS / RequestFeatures.expectedS(view, job)));
  }

  private static void describePool(PoolFigures pool, Row row) {
    row.put(Feature.POOL_FREE, pool.freeShare);
    row.put(Feature.POOL_FREE_10MIN, pool.free10MinShare);
    row.put(Feature.POOL_FREE_1H, pool.free1hShare);
    row.put(Feature.FRAGMENTATION, pool.fragmentation);
  }

  private void describeOwner(int job, Row row) {
    row.put(Feature.ACCOUNT_SHARE, view.accountShare(job));
    row.put(Feature.USER_SHARE, view.userShare(job));
    row.put(Feature.USER_RECENT, view.recentUserShare(job));
    row.put(Feature.ACCOUNT_RECENT, view.recentAccountShare(job));
    row.put(Feature.QOS_SHARE, view.qosShare(job));
    row.put(Feature.LIMITED, view.limited(job) ? 1 : 0);
  }

  private void rank(int jobs) {
    for (int job = 0; job < jobs; job++) {
      values[job] = RequestFeatures.expectedS(view, job);
    }
    ranks.shareBelow(view, values, shorter);
    for (int job = 0; job < jobs; job++) {
      values[job] *= units[job];
    }
    ranks.shareBelow(view, values, smaller);
  }

  /** Units of the largest pool: of CPU pools, of GPU pools. */
  private void findLargestPools() {
    Arrays.fill(largestPool, 0);
    for (int pool = 0; pool < view.poolCount(); pool++) {
      int kind = view.pool(pool).forGpus ? 1 : 0;
      largestPool[kind] = Math.max(largestPool[kind], view.pool(pool).figures().units);
    }
  }

  /** Units wanted in each job's own pool by jobs that have waited longer. */
  private void countUnitsAhead(int jobs) {
    if (unitsAheadInPool.length < view.poolCount()) {
      unitsAheadInPool = new double[view.poolCount()];
    }
    Arrays.fill(unitsAheadInPool, 0);
    for (int job = 0; job < jobs; job++) {
      values[job] = -view.waitedS(job);
    }
    int[] longestFirst = ranks.ascending(values, jobs);
    for (int i = 0; i < jobs; i++) {
      int job = longestFirst[i];
      int pool = view.poolOf(job);
      ahead[job] = unitsAheadInPool[pool];
      unitsAheadInPool[pool] += units[job];
    }
  }

  private static double unitsOf(QueueView view, int job) {
    return view.gpus(job) > 0 ? view.gpus(job) : Math.max(1, view.cpus(job));
  }

  /** Maps 0..infinity to 0..1, with 1/2 at 1. */
  static double saturate(double value) {
    return value == Double.POSITIVE_INFINITY ? 1 : value / (1 + value);
  }

  /** One job's part of the rows. */
  static final class Row {
    private final float[] rows;
    private final int offset;

    Row(float[] rows, int offset) {
      this.rows = rows;
      this.offset = offset;
    }

    /** Keeps to 0..1 whatever comes; what is not a number says nothing. */
    void put(Feature feature, double value) {
      // A comparison with NaN is false.
      rows[offset + feature.index()] = value > 0 ? (value < 1 ? (float) value : 1) : 0;
    }
  }
}
