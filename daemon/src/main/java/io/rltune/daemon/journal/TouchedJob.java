package io.rltune.daemon.journal;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * What RLTune has left on one job.
 *
 * @param jobId raw job id
 * @param siteFactor site factor that we set, 0 for none
 * @param fixedPriority whether we set an absolute priority
 * @param nice the nice value that we set, and the one before
 * @param lease node list that we set, empty for none
 * @param leaseUntil when the lease ends, seconds since the epoch
 * @param lastSeen when the job was last in a snapshot, seconds since the epoch
 */
@RecordBuilder
public record TouchedJob(
    long jobId,
    int siteFactor,
    boolean fixedPriority,
    Optional<NiceChange> nice,
    List<String> lease,
    long leaseUntil,
    long lastSeen)
    implements TouchedJobBuilder.With {
  public TouchedJob {
    lease = List.copyOf(lease);
  }

  /** A job whose nice value is its user's. */
  public TouchedJob(
      long jobId,
      int siteFactor,
      boolean fixedPriority,
      List<String> lease,
      long leaseUntil,
      long lastSeen) {
    this(jobId, siteFactor, fixedPriority, Optional.empty(), lease, leaseUntil, lastSeen);
  }

  /**
   * A changed nice value.
   *
   * @param before the user's own
   * @param ours what we set
   */
  public record NiceChange(int before, int ours) {}

  public static TouchedJob untouched(long jobId, long seen) {
    return new TouchedJob(jobId, 0, false, Optional.empty(), List.of(), 0, seen);
  }

  public boolean hasLease() {
    return !lease.isEmpty();
  }

  /** Whether we have changed its place in the queue. */
  public boolean hasOrder() {
    return siteFactor != 0 || fixedPriority || nice.isPresent();
  }

  /** What we have set to change its place, for messages. */
  public String order() {
    if (nice.isPresent()) {
      return "nice value " + nice.get().ours();
    }
    return fixedPriority ? "fixed priority" : "site factor " + siteFactor;
  }

  /** Whether nothing of ours is left on the job. */
  public boolean isClean() {
    return siteFactor == 0 && !fixedPriority && nice.isEmpty() && lease.isEmpty();
  }

  public TouchedJob withLease(List<String> nodes, long until) {
    return withLease(nodes).withLeaseUntil(until);
  }
}
