package io.rltune.sim.demo;

import io.rltune.sim.engine.SlurmParams;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Policies that need nothing but the simulated Slurm itself. */
public enum PlainPolicy {
  FCFS("fcfs"),
  FCFS_EASY("fcfs-easy"),
  MULTIFACTOR_EASY("multifactor-easy");

  private final String label;

  PlainPolicy(String label) {
    this.label = label;
  }

  /** The name on the command line. */
  public String label() {
    return label;
  }

  /** Scheduler settings that give this policy. */
  public SlurmParams params() {
    return switch (this) {
      case FCFS -> SlurmParams.fcfs();
      case FCFS_EASY -> SlurmParams.fcfsEasy();
      case MULTIFACTOR_EASY -> SlurmParams.defaults();
    };
  }

  /**
   * The policy of a name.
   *
   * @throws IllegalArgumentException for an unknown name, listing the known ones
   */
  public static PlainPolicy of(String label) {
    return Arrays.stream(values())
        .filter(policy -> policy.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown policy '%s'; known are %s"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(PlainPolicy::label)
                                .collect(Collectors.joining(", ")))));
  }
}
