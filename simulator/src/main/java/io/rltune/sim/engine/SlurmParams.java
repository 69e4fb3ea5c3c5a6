package io.rltune.sim.engine;

import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
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
    boolean leastLoadedNodes)
    implements SlurmParamsBuilder.With {
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

  /** Multifactor priorities and backfill with Slurm's default intervals: a usual site. */
  public static SlurmParams defaults() {
    return SlurmParamsBuilder.builder()
        .eventDelayS(1)
        .schedIntervalS(60)
        .backfill(true)
        .bfIntervalS(30)
        .bfWindowS(86_400)
        .bfResolutionS(60)
        .bfMaxJobTest(500)
        .bfMaxReservations(Integer.MAX_VALUE)
        .launchDelayS(1)
        .minJobAgeS(300)
        .weights(PriorityWeights.DEFAULT)
        .discipline(Discipline.SLURM)
        .defaultQueueDepth(DEFAULT_QUEUE_DEPTH)
        .leastLoadedNodes(false)
        .build();
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
    return defaults()
        .with()
        .eventDelayS(0)
        .backfill(false)
        .bfResolutionS(1)
        .bfMaxJobTest(0)
        .bfMaxReservations(0)
        .launchDelayS(0)
        .weights(PriorityWeights.FCFS)
        .discipline(discipline)
        .build();
  }

  /** The same with other intervals of the two schedulers, in seconds. */
  public SlurmParams withIntervals(double newSchedIntervalS, double newBfIntervalS) {
    return with().schedIntervalS(newSchedIntervalS).bfIntervalS(newBfIntervalS).build();
  }

  /** The same with other limits on the depth of the two schedulers, in jobs. */
  public SlurmParams withDepths(int newDefaultQueueDepth, int newBfMaxJobTest) {
    return with().defaultQueueDepth(newDefaultQueueDepth).bfMaxJobTest(newBfMaxJobTest).build();
  }
}
