package io.rltune.policy.history;

import static java.util.Objects.requireNonNull;

/**
 * A job that ran to its end by itself, as an accounting record tells it.
 *
 * @param user submitting user; empty where unknown
 * @param account Slurm account; empty where unknown
 * @param name job name; empty where unknown
 * @param gpus GPUs held
 * @param walltimeS requested walltime in seconds; infinite without a limit
 * @param runtimeS seconds from start to end, at least 0
 * @param endS end in seconds, on the clock of the queries
 * @param submitS submission on the same clock; NaN where unknown
 */
public record FinishedRun(
    String user,
    String account,
    String name,
    int gpus,
    double walltimeS,
    double runtimeS,
    double endS,
    double submitS) {
  public FinishedRun {
    requireNonNull(user, "user");
    requireNonNull(account, "account");
    requireNonNull(name, "name");
    if (!(runtimeS >= 0) || !(walltimeS > 0) || gpus < 0 || !Double.isFinite(endS)) {
      throw new IllegalArgumentException(
          "finished run of "
              + user
              + ": runtime "
              + runtimeS
              + " s, walltime "
              + walltimeS
              + " s, "
              + gpus
              + " GPUs, end "
              + endS);
    }
  }

  /** A run whose submission is unknown. */
  public FinishedRun(
      String user,
      String account,
      String name,
      int gpus,
      double walltimeS,
      double runtimeS,
      double endS) {
    this(user, account, name, gpus, walltimeS, runtimeS, endS, Double.NaN);
  }

  /** What the job had asked for. */
  public RunRequest request() {
    return new RunRequest(user, account, name, gpus, walltimeS, submitS);
  }
}
