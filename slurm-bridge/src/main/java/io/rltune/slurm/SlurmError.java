package io.rltune.slurm;

/**
 * Why a request to Slurm gave no answer that may be used. Never an empty queue.
 *
 * @param kind what went wrong
 * @param request what was asked, e.g. {@code GET /slurm/v0.0.38/jobs} or {@code scontrol update
 *     JobId=7}
 * @param message what Slurm or the transport said, cleaned of control characters, without secrets
 * @param httpStatus HTTP status, or 0
 * @param slurmErrno Slurm's error number, or 0
 */
public record SlurmError(
    Kind kind, String request, String message, int httpStatus, int slurmErrno) {
  /** Kinds of failure. */
  public enum Kind {
    /** No connection, time-out, connection dropped. */
    UNREACHABLE,
    /** Token missing, expired or refused. */
    AUTH,
    /** Token accepted, right missing. */
    PERMISSION,
    /** The controller asks to slow down. */
    RATE_LIMITED,
    /** The job is gone. */
    NO_SUCH_JOB,
    /** The job is no longer pending, or is held. */
    WRONG_STATE,
    /** slurmctld, or a site's job_submit plugin, refused the values. */
    REJECTED,
    /** No API version in common. */
    VERSION,
    /** The answer cannot be understood, or is not whole. */
    MALFORMED,
    /** An update that was not sent, because those before it failed or took too long. */
    NOT_SENT
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind.name()).append(": ").append(request);
    if (httpStatus != 0) {
      text.append(" -> HTTP ").append(httpStatus);
    }
    if (slurmErrno != 0) {
      text.append(" errno ").append(slurmErrno);
    }
    return text.append(": ").append(message).toString();
  }
}
