package io.rltune.policy.train;

import java.io.IOException;

/** Training did not give a policy; the message says what the child JVM said last. */
public final class TrainingFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  public TrainingFailedException(String message) {
    super(message);
  }
}
