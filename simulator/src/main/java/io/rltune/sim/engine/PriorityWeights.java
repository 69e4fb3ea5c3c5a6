package io.rltune.sim.engine;

/**
 * Settings of priority/multifactor (slurm.conf PriorityWeight*, PriorityMaxAge, ...). All jobs have
 * the same QOS, so there is no weight for it.
 *
 * @param age weight of the age factor
 * @param fairshare weight of the fair-share factor
 * @param jobSize weight of the size factor; larger jobs get more, as PriorityFavorSmall=NO
 * @param partition weight of the partition factor
 * @param maxAgeS age in seconds at which the age factor reaches 1
 * @param halfLifeS half-life in seconds of past usage (PriorityDecayHalfLife)
 * @param calcPeriodS seconds between two recalculations of all priorities (PriorityCalcPeriod)
 */
public record PriorityWeights(
    long age,
    long fairshare,
    long jobSize,
    long partition,
    double maxAgeS,
    double halfLifeS,
    double calcPeriodS) {
  /** Age, fair share and size all count, as at most sites. */
  public static final PriorityWeights DEFAULT =
      new PriorityWeights(1000, 2000, 500, 1000, 7 * 86_400.0, 7 * 86_400.0, 300);

  /** No factor counts: jobs of a partition tier are in order of submission. */
  public static final PriorityWeights FCFS = new PriorityWeights(0, 0, 0, 0, 1, 86_400, 86_400);
}
