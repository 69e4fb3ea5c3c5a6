package io.rltune.daemon.journal;

/** The journal cannot be read or written. Writes to Slurm must stop. */
public final class JournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JournalException(String message, Throwable cause) {
    super(message, cause);
  }
}
