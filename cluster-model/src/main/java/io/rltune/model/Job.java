package io.rltune.model;

import static java.util.Objects.requireNonNull;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * One job record of Slurm (a pending job array is one record).
 *
 * @param id raw numeric job id, the one that updates take
 * @param name job name, as the user gave it (hostile text possible)
 * @param user user name
 * @param account account, or empty without accounting
 * @param qos QOS, or empty
 * @param partitions partitions asked for, in the user's order; never empty
 * @param state base state and flags
 * @param reason first token of the pending reason, e.g. {@code Resources}; {@code None} when there
 *     is none
 * @param request what it asks for, per task of an array
 * @param times submit, eligible, start and end
 * @param constraints node lists, features, reservation, dependency
 * @param array facts of a job array
 * @param hetJobId id of the heterogeneous job, or 0
 * @param priority Slurm's priority, 0 (held) to 4294967293
 * @param nice nice value, negative to positive
 * @param nodes allocated node names; empty while pending
 * @param oddity empty, or why this record cannot be trusted (field and value); such a job is vetoed
 */
@RecordBuilder
@RecordBuilder.Options(suffix = "Copy")
public record Job(
    long id,
    String name,
    String user,
    String account,
    String qos,
    List<String> partitions,
    JobState state,
    String reason,
    ResourceRequest request,
    JobTimes times,
    JobConstraints constraints,
    ArrayFacts array,
    long hetJobId,
    long priority,
    long nice,
    List<String> nodes,
    String oddity)
    implements JobCopy.With {

  public Job {
    requireNonNull(name, "name");
    requireNonNull(user, "user");
    requireNonNull(account, "account");
    requireNonNull(qos, "qos");
    requireNonNull(state, "state");
    requireNonNull(reason, "reason");
    requireNonNull(request, "request");
    requireNonNull(times, "times");
    requireNonNull(constraints, "constraints");
    requireNonNull(array, "array");
    requireNonNull(oddity, "oddity");
    partitions = List.copyOf(partitions);
    nodes = List.copyOf(nodes);
  }

  /** Whether a user or an admin holds the job: priority 0 or a hold reason. */
  public boolean isHeld() {
    return priority == 0 || reason.startsWith("JobHeld");
  }

  /**
   * Whether it is Slurm that holds the job, because its node list lies outside its partition:
   * clearing the list heals it.
   */
  public boolean isHeldByItsNodeList() {
    return priority == 0 && reason.equals("BadConstraints");
  }

  /**
   * Seconds since the job became eligible (or was submitted, if that is all we know), at least 0.
   */
  public long waitedS(long now) {
    long since = times.eligible() == JobTimes.UNSET ? times.submit() : times.eligible();
    return Math.max(0, now - Math.max(since, times.submit()));
  }

  public static JobBuilder builder(long id) {
    return new JobBuilder(id);
  }
}
