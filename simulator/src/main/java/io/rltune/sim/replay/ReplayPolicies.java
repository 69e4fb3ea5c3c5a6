package io.rltune.sim.replay;

import io.rltune.model.EditDistance;
import io.rltune.sim.engine.SlurmParams;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** The policies by name. */
public final class ReplayPolicies {
  private static final List<String> NAMES = List.of("fcfs", "fcfs-easy", "multifactor-easy");

  private ReplayPolicies() {}

  /** A policy that Slurm's schedulers carry out with settings of their own. */
  record SlurmPolicy(String name, UnaryOperator<SlurmParams> params) implements ReplayPolicy {}

  /** All names, in the order of reports. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * The policy of a name.
   *
   * @throws IllegalArgumentException for an unknown name, with the nearest known one
   */
  public static ReplayPolicy byName(String name, ReplayContext context) {
    return switch (name) {
      case "fcfs" -> new SlurmPolicy(name, params -> SlurmParams.fcfs());
      case "fcfs-easy" -> new SlurmPolicy(name, params -> SlurmParams.fcfsEasy());
      case "multifactor-easy" -> new SlurmPolicy(name, params -> params);
      default -> throw unknown(name);
    };
  }

  private static IllegalArgumentException unknown(String name) {
    String nearest =
        NAMES.stream()
            .min(Comparator.comparingInt(known -> EditDistance.between(name, known)))
            .orElseThrow();
    return new IllegalArgumentException(
        "unknown policy '%s'; did you mean %s? Known are %s"
            .formatted(name, nearest, String.join(", ", NAMES)));
  }
}
