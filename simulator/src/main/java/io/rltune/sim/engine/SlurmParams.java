package io.rltune.sim.engine;

import java.util.Objects;

/**
 * Scheduler settings, named after slurm.conf's SchedulerParameters where it has them.
 *
 * @param eventDelayS seconds from a submission, an end or an update to the main scheduler pass it
 *     triggers: the decision latency
 * @param schedIntervalS seconds between main scheduler passes while jobs wait
 * @param backfill whether the backfill scheduler runs
 * @param bfIntervalS seconds between backfill passes
 * @param bfWindowS how far backfill looks ahead, in seconds
 * @param bfResolutionS granularity of backfill's plan, in seconds
 * @param bfMaxJobTest most jobs backfill looks at in one pass
 * @param bfMaxReservations most blocked jobs that get a planned start; 1 is textbook EASY, Slurm
 *     has no such limit
 * @param launchDelayS seconds between the allocation and the first step of the job
 * @param minJobAgeS seconds for which a finished job is still listed (MinJobAge)
 * @param weights priority settings
 */
public record SlurmParams(
    double eventDelayS,
    double schedIntervalS,
    boolean backfill,
    double bfIntervalS,
    double bfWindowS,
    double bfResolutionS,
    int bfMaxJobTest,
    int bfMaxReservations,
    double launchDelayS,
    double minJobAgeS,
    PriorityWeights weights) {
  public SlurmParams {
    Objects.requireNonNull(weights, "weights");
    if (eventDelayS < 0
        || launchDelayS < 0
        || !(schedIntervalS > 0)
        || !(bfIntervalS > 0)
        || !(bfResolutionS > 0)) {
      throw new IllegalArgumentException(
          "scheduler parameters: delays must not be negative, intervals must be positive: "
              + eventDelayS
              + ", "
              + launchDelayS
              + ", "
              + schedIntervalS
              + ", "
              + bfIntervalS
              + ", "
              + bfResolutionS);
    }
  }

  /** Multifactor priorities and backfill with Slurm's default intervals: a usual site. */
  public static SlurmParams defaults() {
    return new SlurmParams(
        1, 60, true, 30, 86_400, 60, 500, Integer.MAX_VALUE, 1, 300, PriorityWeights.DEFAULT);
  }

  /** First come, first served, without backfill. */
  public static SlurmParams fcfs() {
    return new SlurmParams(0, 60, false, 30, 86_400, 1, 0, 0, 0, 300, PriorityWeights.FCFS);
  }

  /** Textbook EASY (Lifka 1995): only the first blocked job is protected from backfilled ones. */
  public static SlurmParams fcfsEasy() {
    return new SlurmParams(
        0,
        60,
        true,
        1,
        Double.POSITIVE_INFINITY,
        1,
        Integer.MAX_VALUE,
        1,
        0,
        300,
        PriorityWeights.FCFS);
  }

  /** The same with other priority settings. */
  public SlurmParams withWeights(PriorityWeights newWeights) {
    return new SlurmParams(
        eventDelayS,
        schedIntervalS,
        backfill,
        bfIntervalS,
        bfWindowS,
        bfResolutionS,
        bfMaxJobTest,
        bfMaxReservations,
        launchDelayS,
        minJobAgeS,
        newWeights);
  }

  /** The same with other intervals of the two schedulers, in seconds. */
  public SlurmParams withIntervals(double newSchedIntervalS, double newBfIntervalS) {
    return new SlurmParams(
        eventDelayS,
        newSchedIntervalS,
        backfill,
        newBfIntervalS,
        bfWindowS,
        bfResolutionS,
        bfMaxJobTest,
        bfMaxReservations,
        launchDelayS,
        minJobAgeS,
        weights);
  }
}
