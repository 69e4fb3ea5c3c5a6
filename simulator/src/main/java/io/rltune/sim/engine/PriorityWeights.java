package io.rltune.sim.engine;

import java.util.Map;

/**
 * Settings of priority/multifactor (slurm.conf PriorityWeight*, PriorityMaxAge, ...).
 *
 * @param age weight of the age factor
 * @param fairshare weight of the fair-share factor
 * @param jobSize weight of the size factor; larger jobs get more, as PriorityFavorSmall=NO
 * @param partition weight of the partition factor
 * @param maxAgeS age in seconds at which the age factor reaches 1
 * @param halfLifeS half-life in seconds of past usage (PriorityDecayHalfLife)
 * @param calcPeriodS seconds between two recalculations of all priorities (PriorityCalcPeriod)
 * @param qos weight of the QOS factor
 * @param qosPriority priority of each QOS by name, at least 0; one not named has 0
 * @param fairTree whether fair share ranks accounts and users as Fair Tree does, Slurm's default
 *     since 19.05; else the classic formula over accounts
 * @param shares shares of the accounts by name, positive; one not named has 1
 */
public record PriorityWeights(
    long age,
    long fairshare,
    long jobSize,
    long partition,
    double maxAgeS,
    double halfLifeS,
    double calcPeriodS,
    long qos,
    Map<String, Integer> qosPriority,
    boolean fairTree,
    Map<String, Integer> shares) {
  /** Age, fair share and size all count, as at most sites. */
  public static final PriorityWeights DEFAULT =
      new PriorityWeights(1000, 2000, 500, 1000, 7 * 86_400.0, 7 * 86_400.0, 300);

  /** No factor counts: jobs of a partition tier are in order of submission. */
  public static final PriorityWeights FCFS = new PriorityWeights(0, 0, 0, 0, 1, 86_400, 86_400);

  public PriorityWeights {
    qosPriority = Map.copyOf(qosPriority);
    shares = Map.copyOf(shares);
  }

  /** Without QOS, with classic fair share. */
  public PriorityWeights(
      long age,
      long fairshare,
      long jobSize,
      long partition,
      double maxAgeS,
      double halfLifeS,
      double calcPeriodS) {
    this(
        age,
        fairshare,
        jobSize,
        partition,
        maxAgeS,
        halfLifeS,
        calcPeriodS,
        0,
        Map.of(),
        false,
        Map.of());
  }

  /** The same with a QOS factor. */
  public PriorityWeights withQos(long weight, Map<String, Integer> priorities) {
    return new PriorityWeights(
        age,
        fairshare,
        jobSize,
        partition,
        maxAgeS,
        halfLifeS,
        calcPeriodS,
        weight,
        priorities,
        fairTree,
        shares);
  }

  /** The same with Fair Tree over these shares of the accounts. */
  public PriorityWeights withFairTree(Map<String, Integer> newShares) {
    return new PriorityWeights(
        age,
        fairshare,
        jobSize,
        partition,
        maxAgeS,
        halfLifeS,
        calcPeriodS,
        qos,
        qosPriority,
        true,
        newShares);
  }

  /** Whether any factor could ever change the order. */
  boolean matter() {
    return age != 0 || fairshare != 0 || jobSize != 0 || partition != 0 || qos != 0;
  }
}
