package io.rltune.daemon.service;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * What {@code rltune status} shows; written after each cycle.
 *
 * @param at time of writing, seconds since the epoch
 * @param pid process id of the daemon
 * @param mode configured mode
 * @param paused whether writing is paused
 * @param health {@code ok}, {@code degraded} (no snapshot, or writing stopped) {@code stopped}, or
 *     {@code standby} (another daemon is active)
 * @param slurm how the cluster is reached
 * @param cycles cycles since the start
 * @param writes writes confirmed, as far as the journal goes back (30 days)
 * @param leases leases standing
 * @param touched jobs that carry something of ours
 * @param pending pending job records in the last snapshot
 * @param managed of those, jobs that RLTune orders
 * @param running jobs that hold nodes
 * @param startsPlanned jobs that the last plan would start
 * @param shadowAgreement share of jobs that Slurm started which the plan before had started too, or
 *     -1 before the first
 * @param lastSnapshotAt time of the last whole snapshot, 0 before the first
 * @param alerts what an admin should look at
 * @param detail the last cycle
 */
@RecordBuilder
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonPropertyOrder({"health", "mode", "paused"})
public record Status(
    long at,
    long pid,
    String mode,
    boolean paused,
    String health,
    String slurm,
    long cycles,
    long writes,
    int leases,
    int touched,
    int pending,
    int managed,
    int running,
    int startsPlanned,
    double shadowAgreement,
    long lastSnapshotAt,
    List<String> alerts,
    Detail detail)
    implements StatusBuilder.With {
  public Status {
    alerts = List.copyOf(alerts);
  }

  /**
   * The last cycle in detail.
   *
   * @param cycleMs its wall time in milliseconds, 0 before the first
   * @param intervalS time between cycles, seconds
   * @param beyondHead jobs that were ordered, but too far down for nodes to be sought
   * @param overrun whether cycles take longer than the interval
   * @param tokenExpiresAt seconds since the epoch, 0 where that is not known
   * @param next the head of the order
   * @param policy the tuned policy in force and how its waits are; empty where none is tuned
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Detail(
      double cycleMs,
      double intervalS,
      int beyondHead,
      boolean overrun,
      long tokenExpiresAt,
      List<NextJob> next,
      String policy) {
    /** Before the first cycle. */
    public static final Detail NONE = new Detail(0, 0, 0, false, 0, List.of(), "");

    public Detail {
      next = List.copyOf(next);
    }
  }

  /**
   * A job at the head of the order.
   *
   * @param waitedS time it has waited since it was eligible, seconds
   * @param role {@code starts_now}, {@code reserved} or {@code waits}
   * @param note nodes it starts on or that are kept for it, or why it gets none; may be empty
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record NextJob(
      long job, String name, String user, String asks, long waitedS, String role, String note) {}

  /** A healthy daemon before its first cycle, of no process; to be changed from there. */
  public static Status nothingYet(long at, String mode) {
    return new Status(
        at, 0, mode, false, "ok", "", 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, List.of(), Detail.NONE);
  }

  /** A daemon that waits for another one to die. */
  public static Status standby(long at, String mode, String holder) {
    return nothingYet(at, mode)
        .with(
            status ->
                status
                    .pid(ProcessHandle.current().pid())
                    .health("standby")
                    .writes(-1)
                    .alerts(List.of("another daemon is active: " + holder)));
  }
}
