package io.rltune.sim.replay;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What policies may need to be made.
 *
 * @param policyFile trained policy for rltune and rltune-greedy; empty for the shipped one
 */
public record ReplayContext(Optional<Path> policyFile) {
  /** The shipped policy. */
  public static final ReplayContext DEFAULT = new ReplayContext(Optional.empty());

  public ReplayContext {
    Objects.requireNonNull(policyFile, "policyFile");
  }
}
