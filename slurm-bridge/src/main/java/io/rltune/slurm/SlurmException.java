package io.rltune.slurm;

/** A request to Slurm failed; {@link #error} says how. */
public final class SlurmException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient SlurmError error;

  public SlurmException(SlurmError error) {
    super(error.toString());
    this.error = error;
  }

  public SlurmException(SlurmError error, Throwable cause) {
    super(error.toString(), cause);
    this.error = error;
  }

  public SlurmError error() {
    return error;
  }
}
