package io.rltune.sim.trace;

import java.io.IOException;

/** A trace that cannot be used: not of this format, or too many damaged lines. */
public final class TraceException extends IOException {
  private static final long serialVersionUID = 1L;

  TraceException(String message) {
    super(message);
  }
}
