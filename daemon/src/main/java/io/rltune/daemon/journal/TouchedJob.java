package io.rltune.daemon.journal;

import java.util.List;

/**
 * What RLTune has left on one job.
 *
 * @param jobId raw job id
 * @param siteFactor site factor that we set, 0 for none
 * @param fixedPriority whether we set an absolute priority
 * @param lease node list that we set, empty for none
 * @param leaseUntil when the lease ends, seconds since the epoch
 * @param lastSeen when the job was last in a snapshot, seconds since the epoch
 */
public record TouchedJob(
    long jobId,
    int siteFactor,
    boolean fixedPriority,
    List<String> lease,
    long leaseUntil,
    long lastSeen) {
  public TouchedJob {
    lease = List.copyOf(lease);
  }

  public static TouchedJob untouched(long jobId, long seen) {
    return new TouchedJob(jobId, 0, false, List.of(), 0, seen);
  }

  public boolean hasLease() {
    return !lease.isEmpty();
  }

  /** Whether nothing of ours is left on the job. */
  public boolean isClean() {
    return siteFactor == 0 && !fixedPriority && lease.isEmpty();
  }

  public TouchedJob withSiteFactor(int value) {
    return new TouchedJob(jobId, value, fixedPriority, lease, leaseUntil, lastSeen);
  }

  public TouchedJob withFixedPriority(boolean value) {
    return new TouchedJob(jobId, siteFactor, value, lease, leaseUntil, lastSeen);
  }

  public TouchedJob withLease(List<String> nodes, long until) {
    return new TouchedJob(jobId, siteFactor, fixedPriority, nodes, until, lastSeen);
  }

  public TouchedJob seen(long at) {
    return new TouchedJob(jobId, siteFactor, fixedPriority, lease, leaseUntil, at);
  }
}
