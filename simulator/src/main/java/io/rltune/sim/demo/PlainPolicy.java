package io.rltune.sim.demo;

import io.rltune.sim.engine.SlurmParams;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Policies that need nothing but the simulated Slurm itself. */
public enum PlainPolicy {
  FCFS("fcfs", SlurmParams.fcfs()),
  FCFS_EASY("fcfs-easy", SlurmParams.fcfsEasy()),
  MULTIFACTOR_EASY("multifactor-easy", SlurmParams.defaults());

  private final String label;
  private final SlurmParams params;

  PlainPolicy(String label, SlurmParams params) {
    this.label = label;
    this.params = params;
  }

  /** The name on the command line. */
  public String label() {
    return label;
  }

  /** Scheduler settings that give this policy. */
  public SlurmParams params() {
    return params;
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
