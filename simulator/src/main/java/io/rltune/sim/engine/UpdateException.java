package io.rltune.sim.engine;

/** The controller refused a job update; codes and texts are those of slurm_errno. */
public final class UpdateException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What slurmctld answers. */
  public enum Code {
    INVALID_JOB_ID(2017, "Invalid job id specified"),
    INVALID_NODE_NAME(2018, "Invalid node name specified"),
    JOB_HELD(2042, "Job is in held state, pending scheduler release"),
    INVALID_ACCOUNT(2045, "Invalid account or account/partition combination specified"),
    JOB_NOT_PENDING(2073, "Job is no longer pending execution"),
    JOB_FINISHED(2084, "Job has already finished");

    private final int number;
    private final String text;

    Code(int number, String text) {
      this.number = number;
      this.text = text;
    }

    /** Slurm's error number. */
    public int number() {
      return number;
    }

    /** Slurm's text for it. */
    public String text() {
      return text;
    }
  }

  private final Code code;

  UpdateException(Code code, long jobId) {
    super("job " + jobId + ": " + code.text() + " (" + code.number() + ")");
    this.code = code;
  }

  /** What slurmctld answers. */
  public Code code() {
    return code;
  }
}
