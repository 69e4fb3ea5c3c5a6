package io.rltune.policy.net;

import java.io.IOException;

/** A policy file that cannot be used; the message says which file, what is wrong and what to do. */
public final class PolicyFileException extends IOException {
  private static final long serialVersionUID = 1L;

  public PolicyFileException(String message) {
    super(message);
  }

  public PolicyFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
