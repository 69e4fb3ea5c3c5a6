package io.rltune.sim.replay;

import io.rltune.policy.history.FinishedRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What policies may need to be made.
 *
 * @param policyFile trained policy for rltune and rltune-greedy; empty for the shipped one
 * @param past runs that had ended before the workload begins, with ends below 0, in order of them
 */
public record ReplayContext(Optional<Path> policyFile, List<FinishedRun> past) {
  /** The shipped policy, without history. */
  public static final ReplayContext DEFAULT = new ReplayContext(Optional.empty());

  public ReplayContext {
    Objects.requireNonNull(policyFile, "policyFile");
    past = List.copyOf(past);
  }

  /** Without history. */
  public ReplayContext(Optional<Path> policyFile) {
    this(policyFile, List.of());
  }
}
