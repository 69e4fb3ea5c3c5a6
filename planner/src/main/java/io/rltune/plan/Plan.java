package io.rltune.plan;

import io.rltune.model.Placement;
import io.rltune.model.Veto;
import io.rltune.solver.PlacementResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What RLTune would do now. A value: shadow mode prints it, enforce mode commits it.
 *
 * @param takenAt time of the snapshot, seconds since the epoch
 * @param order managed pending jobs, first to start first: the start set, reserved jobs, then the
 *     rest in the policy's order
 * @param starts jobs that can start now and where; leases still standing are among them
 * @param leases the part of {@code starts} that gets, or keeps, a node list
 * @param drops leases to clear now, with the reason
 * @param reservations blocked jobs that nodes are kept free for
 * @param vetoes why a pending job is not managed, or gets no nodes, by job id
 * @param solve how the placement came about
 * @param timings wall time of the parts
 */
public record Plan(
    long takenAt,
    List<RankedJob> order,
    List<Placement> starts,
    List<Placement> leases,
    Map<Long, String> drops,
    List<Reservation> reservations,
    Map<Long, Veto> vetoes,
    PlacementResult solve,
    Timings timings) {

  public Plan {
    order = List.copyOf(order);
    starts = List.copyOf(starts);
    leases = List.copyOf(leases);
    drops = Map.copyOf(drops);
    reservations = List.copyOf(reservations);
    vetoes = Map.copyOf(vetoes);
  }

  /**
   * A managed job at its place in the order.
   *
   * @param jobId the job
   * @param score the policy's score; comparable within one plan only
   * @param role why it stands where it stands
   */
  public record RankedJob(long jobId, double score, Role role) {}

  /** Why a job stands where it stands. */
  public enum Role {
    STARTS_NOW,
    RESERVED,
    WAITS
  }

  /**
   * Nodes kept free for a blocked job.
   *
   * @param jobId the job
   * @param shadowTime when it can start at the latest, by the walltimes of what runs; seconds since
   *     the epoch
   * @param nodes the nodes kept
   */
  public record Reservation(long jobId, long shadowTime, Set<String> nodes) {
    public Reservation {
      // In name order: the order of Set.copyOf differs from one process to the next.
      nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    }
  }

  /**
   * Wall times in milliseconds.
   *
   * @param scoreMs features and network
   * @param solveMs instance, MILP and check
   * @param totalMs the whole plan
   */
  public record Timings(double scoreMs, double solveMs, double totalMs) {}
}
