package io.rltune.plan;

import io.rltune.solver.SolveLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import java.util.Set;

/**
 * What an admin may decide about planning.
 *
 * @param gpuSpeed relative speed of GPU types for jobs that take any type; a type not named has
 *     speed 1
 * @param qosTier order of QOS: jobs of a higher tier always come first; a QOS not named has tier 0
 * @param excludedPartitions partitions whose jobs are left to Slurm alone
 * @param excludedAccounts accounts whose jobs are left to Slurm alone
 * @param excludedQos QOS whose jobs are left to Slurm alone
 * @param accountCaps most GPUs that jobs of an account may start with in one cycle
 * @param headSize most jobs that the MILP looks at in one cycle, from the head of the order
 * @param fragmentation cost per GPU left free on a touched node
 * @param spread cost per node beyond the first
 * @param overdueAfterWalltimes a blocked job that waited this many times its own requested walltime
 *     gets a reservation
 * @param overdueAfterS a blocked job that waited this long, in seconds, gets a reservation whatever
 *     it asked
 * @param maxReservations the first so many blocked jobs have nodes kept free
 * @param limits time and gap of a solve
 * @param rules what partitions and accounts have of their own
 */
@RecordBuilder
public record PlannerSettings(
    Map<String, Double> gpuSpeed,
    Map<String, Integer> qosTier,
    Set<String> excludedPartitions,
    Set<String> excludedAccounts,
    Set<String> excludedQos,
    Map<String, Integer> accountCaps,
    int headSize,
    double fragmentation,
    double spread,
    double overdueAfterWalltimes,
    long overdueAfterS,
    int maxReservations,
    SolveLimits limits,
    JobRules rules)
    implements PlannerSettingsBuilder.With {
  public static final PlannerSettings DEFAULT =
      PlannerSettingsBuilder.builder()
          .gpuSpeed(Map.of())
          .qosTier(Map.of())
          .excludedPartitions(Set.of())
          .excludedAccounts(Set.of())
          .excludedQos(Set.of())
          .accountCaps(Map.of())
          .headSize(256)
          .fragmentation(0.02)
          .spread(0.05)
          .overdueAfterWalltimes(2)
          .overdueAfterS(4 * 3600)
          .maxReservations(1)
          .limits(SolveLimits.DEFAULT)
          .rules(JobRules.NONE)
          .build();

  public PlannerSettings {
    gpuSpeed = Map.copyOf(gpuSpeed);
    qosTier = Map.copyOf(qosTier);
    excludedPartitions = Set.copyOf(excludedPartitions);
    excludedAccounts = Set.copyOf(excludedAccounts);
    excludedQos = Set.copyOf(excludedQos);
    accountCaps = Map.copyOf(accountCaps);
  }
}
