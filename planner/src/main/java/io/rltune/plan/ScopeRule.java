package io.rltune.plan;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What an admin decided for the jobs of one partition or account.
 *
 * @param place where that stands in the configuration, e.g. {@code partitions.gpu}
 * @param management whether these jobs are left to Slurm
 * @param weight lifts scores by {@code (weight - 1)} times the range of scores; 1 changes nothing
 * @param maxGpus most GPUs of these jobs that a start may lead to, running ones counted
 * @param excludedUsers users whose jobs are left to Slurm
 * @param excludedQos QOS whose jobs are left to Slurm
 * @param overdueAfterS waiting time in seconds after which a job comes first
 * @param overdueAfterWalltimes the same in multiples of the job's walltime
 * @param preferredGpuTypes GPU types that jobs which take any type get first; empty: no preference
 */
public record ScopeRule(
    String place,
    Management management,
    double weight,
    OptionalInt maxGpus,
    Set<String> excludedUsers,
    Set<String> excludedQos,
    OptionalLong overdueAfterS,
    OptionalDouble overdueAfterWalltimes,
    Set<String> preferredGpuTypes) {
  /** Whether RLTune has a say. */
  public enum Management {
    /** As for all jobs. */
    INHERITED,
    MANAGED,
    LEFT_TO_SLURM
  }

  public ScopeRule {
    requireNonNull(place, "place");
    requireNonNull(management, "management");
    requireNonNull(maxGpus, "maxGpus");
    requireNonNull(overdueAfterS, "overdueAfterS");
    requireNonNull(overdueAfterWalltimes, "overdueAfterWalltimes");
    if (!(weight >= 0)) {
      throw new IllegalArgumentException(place + ": weight " + weight + " must be >= 0");
    }
    excludedUsers = Set.copyOf(excludedUsers);
    excludedQos = Set.copyOf(excludedQos);
    preferredGpuTypes = Set.copyOf(preferredGpuTypes);
  }

  /** A rule that changes nothing. */
  public static ScopeRule at(String place) {
    return new ScopeRule(
        place,
        Management.INHERITED,
        1,
        OptionalInt.empty(),
        Set.of(),
        Set.of(),
        OptionalLong.empty(),
        OptionalDouble.empty(),
        Set.of());
  }
}
