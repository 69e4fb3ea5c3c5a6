package io.rltune.sim.metrics;

import java.util.Objects;

/**
 * A job that ran to some end. Times are seconds on one clock, of any origin.
 *
 * @param submitS submit time
 * @param startS start time, not before the submit time
 * @param endS end time, not before the start time
 * @param gpus GPUs held from start to end
 * @param account Slurm account
 * @param completed true where the job ended by itself with success; false for a timeout, a failure
 *     or a node failure
 */
public record FinishedJob(
    double submitS, double startS, double endS, int gpus, String account, boolean completed) {

  public FinishedJob {
    Objects.requireNonNull(account, "account");
    // The negated form also catches NaN.
    if (!(submitS <= startS && startS <= endS)) {
      throw new IllegalArgumentException(
          "finished job: times must satisfy submit <= start <= end, found %s, %s, %s"
              .formatted(submitS, startS, endS));
    }
    if (gpus < 0) {
      throw new IllegalArgumentException("finished job: gpus=" + gpus + " must not be negative");
    }
  }

  /** Seconds between submit and start. */
  public double waitS() {
    return startS - submitS;
  }

  /** Seconds between start and end. */
  public double runS() {
    return endS - startS;
  }

  /** Job completion time: seconds between submit and end. */
  public double completionTimeS() {
    return endS - submitS;
  }
}
