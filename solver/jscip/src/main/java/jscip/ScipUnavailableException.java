package jscip;

/** SCIP cannot be loaded on this machine; the message says what was tried and what to do. */
public final class ScipUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ScipUnavailableException(String message) {
    super(message);
  }

  public ScipUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
