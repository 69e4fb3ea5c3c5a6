package io.rltune.policy.history;

import static java.util.Objects.requireNonNull;

/**
 * What a job asked for, as far as it tells how long it may run.
 *
 * @param user submitting user; empty where unknown
 * @param account Slurm account; empty where unknown
 * @param name job name; empty where unknown
 * @param gpus GPUs held, at least 0
 * @param walltimeS requested walltime in seconds, positive; infinite without a limit
 * @param submitS submission in seconds, on the clock of the queries; NaN where unknown
 */
public record RunRequest(
    String user, String account, String name, int gpus, double walltimeS, double submitS) {
  public RunRequest {
    requireNonNull(user, "user");
    requireNonNull(account, "account");
    requireNonNull(name, "name");
    if (!(walltimeS > 0) || gpus < 0) {
      throw new IllegalArgumentException(
          "request of %s: walltime %s s, %d GPUs".formatted(user, walltimeS, gpus));
    }
  }

  /** A request of an unknown time. */
  public RunRequest(String user, String account, String name, int gpus, double walltimeS) {
    this(user, account, name, gpus, walltimeS, Double.NaN);
  }
}
