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
 * @param discipline Slurm's schedulers, or a textbook one, for which most of the other settings
 *     mean nothing
 * @param defaultQueueDepth jobs that a main scheduler pass looks at when an event triggered it
 * @param leastLoadedNodes whether jobs go to the nodes with the most free CPUs (CR_LLN)
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
    PriorityWeights weights,
    Discipline discipline,
    int defaultQueueDepth,
    boolean leastLoadedNodes) {
  /** default_queue_depth of Slurm. */
  public static final int DEFAULT_QUEUE_DEPTH = 100;

  public SlurmParams {
    Objects.requireNonNull(weights, "weights");
    Objects.requireNonNull(discipline, "discipline");
    if (defaultQueueDepth < 0) {
      throw new IllegalArgumentException(
          "default_queue_depth " + defaultQueueDepth + " must not be negative");
    }
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

  /** Slurm's schedulers with its default queue depth and node order. */
  public SlurmParams(
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
    this(
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
        weights,
        Discipline.SLURM,
        DEFAULT_QUEUE_DEPTH,
        false);
  }

  /** Multifactor priorities and backfill with Slurm's default intervals: a usual site. */
  public static SlurmParams defaults() {
    return new SlurmParams(
        1, 60, true, 30, 86_400, 60, 500, Integer.MAX_VALUE, 1, 300, PriorityWeights.DEFAULT);
  }

  /** First come, first served, without backfill, at once at every event. */
  public static SlurmParams fcfs() {
    return textbook(Discipline.STRICT);
  }

  /** Textbook EASY (Lifka 1995): only the first blocked job is protected from backfilled ones. */
  public static SlurmParams fcfsEasy() {
    return textbook(Discipline.EASY);
  }

  /** A textbook discipline: no delays, no backfill passes, no priorities. */
  public static SlurmParams textbook(Discipline discipline) {
    return new SlurmParams(
        0,
        60,
        false,
        30,
        86_400,
        1,
        0,
        0,
        0,
        300,
        PriorityWeights.FCFS,
        discipline,
        DEFAULT_QUEUE_DEPTH,
        false);
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
        newWeights,
        discipline,
        defaultQueueDepth,
        leastLoadedNodes);
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
        weights,
        discipline,
        defaultQueueDepth,
        leastLoadedNodes);
  }

  /** The same with CR_LLN or without. */
  public SlurmParams withLeastLoadedNodes(boolean newLeastLoadedNodes) {
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
        weights,
        discipline,
        defaultQueueDepth,
        newLeastLoadedNodes);
  }

  /** The same with other limits on the depth of the two schedulers, in jobs. */
  public SlurmParams withDepths(int newDefaultQueueDepth, int newBfMaxJobTest) {
    return new SlurmParams(
        eventDelayS,
        schedIntervalS,
        backfill,
        bfIntervalS,
        bfWindowS,
        bfResolutionS,
        newBfMaxJobTest,
        bfMaxReservations,
        launchDelayS,
        minJobAgeS,
        weights,
        discipline,
        newDefaultQueueDepth,
        leastLoadedNodes);
  }
}
