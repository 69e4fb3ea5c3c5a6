package io.rltune.sim.trace;

/** A line of a trace that cannot be read; the message says why, without line number and text. */
final class BadLineException extends Exception {
  private static final long serialVersionUID = 1L;

  BadLineException(String message) {
    super(message);
  }
}
