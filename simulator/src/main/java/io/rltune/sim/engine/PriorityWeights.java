package io.rltune.sim.engine;

import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
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
    Map<String, Integer> shares)
    implements PriorityWeightsBuilder.With {
  /** No factor counts: jobs of a partition tier are in order of submission. */
  public static final PriorityWeights FCFS =
      PriorityWeightsBuilder.builder()
          .maxAgeS(1)
          .halfLifeS(86_400)
          .calcPeriodS(86_400)
          .qosPriority(Map.of())
          .shares(Map.of())
          .build();

  /** Age, fair share and size all count, as at most sites. */
  public static final PriorityWeights DEFAULT =
      FCFS.with()
          .age(1000)
          .fairshare(2000)
          .jobSize(500)
          .partition(1000)
          .maxAgeS(7 * 86_400.0)
          .halfLifeS(7 * 86_400.0)
          .calcPeriodS(300)
          .build();

  public PriorityWeights {
    qosPriority = Map.copyOf(qosPriority);
    shares = Map.copyOf(shares);
  }

  /** The same with a QOS factor. */
  public PriorityWeights withQos(long weight, Map<String, Integer> priorities) {
    return with().qos(weight).qosPriority(priorities).build();
  }

  /** The same with Fair Tree over these shares of the accounts. */
  public PriorityWeights withFairTree(Map<String, Integer> newShares) {
    return with().fairTree(true).shares(newShares).build();
  }

  /** Whether any factor could ever change the order. */
  boolean matter() {
    return age != 0 || fairshare != 0 || jobSize != 0 || partition != 0 || qos != 0;
  }
}
