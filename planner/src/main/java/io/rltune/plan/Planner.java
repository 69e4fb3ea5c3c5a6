package io.rltune.plan;

import static java.util.Objects.requireNonNull;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Placement;
import io.rltune.model.Veto;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.Plan.Reservation;
import io.rltune.plan.Plan.Role;
import io.rltune.plan.Plan.Timings;
import io.rltune.policy.JobScorer;
import io.rltune.policy.features.FeatureRows;
import io.rltune.solver.PlacementInstance;
import io.rltune.solver.PlacementResult;
import io.rltune.solver.PlacementSolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;

/**
 * One plan from one snapshot: vetoes, scores, order, standing leases, reservation, placement.
 *
 * <p>Order and placement are coupled. Slurm's main scheduler goes down each partition in priority
 * order and stops at the first job that cannot start, so the start set ranks first; then the
 * reserved jobs, which Slurm's backfill then protects; then the rest in the policy's order.
 */
public final class Planner {
  private final PlannerSettings settings;
  private final JobScorer scorer;
  private final PlacementSolver solver;

  public Planner(PlannerSettings settings, JobScorer scorer, PlacementSolver solver) {
    this.settings = requireNonNull(settings, "settings");
    this.scorer = requireNonNull(scorer, "scorer");
    this.solver = requireNonNull(solver, "solver");
  }

  /** The plan for a snapshot, given what RLTune has done so far. Same input, same plan. */
  public Plan plan(ClusterSnapshot snapshot, PlanContext context) {
    long begin = System.nanoTime();
    Map<Long, Veto> vetoes = vetoes(settings, snapshot, context);
    List<Job> managed =
        snapshot.pendingJobs().stream().filter(job -> !isUnmanaged(vetoes.get(job.id()))).toList();

    PolicyOrder order = PolicyOrder.of(scorer, settings, snapshot, context, managed);
    long scored = System.nanoTime();

    Eligibility eligibility = new Eligibility(snapshot);
    List<Node> usable = UsableNodes.of(snapshot, vetoes);
    FreeResources free = new FreeResources(usable);
    StandingLeases standing = StandingLeases.check(snapshot, context, free);
    Fitting fitting = new Fitting(eligibility, snapshot.nodes(), order::isOverdue);

    List<Job> open = openJobs(order, vetoes, standing);
    Reservations running = new Reservations(snapshot);
    GpuCaps caps = new GpuCaps(settings, snapshot);
    Map<Long, Job> managedById = byId(managed);
    for (Placement lease : standing.kept()) {
      Job job = managedById.get(lease.jobId());
      if (job != null) {
        running.begins(job, lease.gpusByNode());
        caps.take(job);
      }
    }
    BlockedJobs blocked =
        BlockedJobs.find(
            open, fitting, caps, running, free, settings.maxReservations(), snapshot.takenAt());
    List<Placement> acrossTypes = acrossTypes(open, fitting, blocked, caps);
    Map<Long, Job> openById = byId(open);
    acrossTypes.forEach(start -> free.takeAll(openById.remove(start.jobId()), start.gpusByNode()));
    List<Job> placeable = open.stream().filter(job -> openById.containsKey(job.id())).toList();
    PlacementInstance instance =
        new InstanceBuilder(caps.applyTo(settings), eligibility, free, usable)
            .build(
                placeable.subList(0, Math.min(placeable.size(), settings.headSize())),
                placeable,
                blocked);
    PlacementResult solve =
        solver.solve(
            instance, InstanceKinds.toSolver(context.lastStarts(), openById), settings.limits());
    long solved = System.nanoTime();

    List<Placement> starts = new ArrayList<>(standing.kept());
    starts.addAll(acrossTypes);
    starts.addAll(
        caps.within(InstanceKinds.fromSolver(solve.placements(), openById), order.jobs()));
    Set<Long> starting = new HashSet<>();
    starts.forEach(placement -> starting.add(placement.jobId()));
    List<Reservation> reservations =
        blocked.reservations().stream().filter(r -> !starting.contains(r.jobId())).toList();
    return new Plan(
        snapshot.takenAt(),
        rank(order, starting, reservations),
        starts,
        leases(starts, order, context),
        standing.dropped(),
        reservations,
        vetoes,
        solve,
        new Timings(ms(scored - begin), ms(solved - scored), ms(System.nanoTime() - begin)));
  }

  /** What the policy has learnt of runtimes, as {@link JobScorer#expectedRunS}. */
  public ToDoubleFunction<Job> expectedRunS(ClusterSnapshot snapshot) {
    return scorer.expectedRunS(snapshot);
  }

  /** The features that the last plan's scores were made from. */
  public FeatureRows lastFeatures() {
    return scorer.lastFeatures();
  }

  /** SHA-256 of the policy's file; empty for a policy from no file. */
  public String policyDigest() {
    return scorer.fileDigest();
  }

  /** Why each pending job that has a veto is not managed, or gets no nodes; by job id. */
  public static Map<Long, Veto> vetoes(
      PlannerSettings settings, ClusterSnapshot snapshot, PlanContext context) {
    VetoRules rules = new VetoRules(settings, context, snapshot.partitionsByName());
    Map<Long, Veto> vetoes = new HashMap<>();
    for (Job job : snapshot.pendingJobs()) {
      rules.check(job).ifPresent(veto -> vetoes.put(job.id(), veto));
    }
    return vetoes;
  }

  private static boolean isUnmanaged(Veto veto) {
    return veto != null && !veto.kind().placementOnly();
  }

  /** Jobs of the order that the MILP may place: no veto, no lease standing. */
  private static List<Job> openJobs(
      PolicyOrder order, Map<Long, Veto> vetoes, StandingLeases standing) {
    Set<Long> leased = new HashSet<>();
    standing.kept().forEach(placement -> leased.add(placement.jobId()));
    return order.jobs().stream()
        .filter(job -> !vetoes.containsKey(job.id()) && !leased.contains(job.id()))
        .toList();
  }

  /**
   * Overdue jobs that no GPU type can hold alone, and that can start before the first blocked one:
   * the MILP places jobs on one type. Until they are overdue such jobs are left to Slurm, which
   * starts them where they fit: nodes kept for jobs as wide as that cost all others more.
   */
  private static List<Placement> acrossTypes(
      List<Job> open, Fitting fitting, BlockedJobs blocked, GpuCaps caps) {
    List<Placement> starts = new ArrayList<>();
    for (Job job : open) {
      SortedMap<String, Integer> fit = blocked.startInOrder(job);
      if (!fit.isEmpty() && fitting.spansTypes(job) && caps.start(job)) {
        starts.add(new Placement(job.id(), fit));
      }
    }
    return starts;
  }

  private static List<RankedJob> rank(
      PolicyOrder order, Set<Long> starting, List<Reservation> reservations) {
    Set<Long> reserved = new HashSet<>();
    reservations.forEach(reservation -> reserved.add(reservation.jobId()));
    List<RankedJob> ranked = new ArrayList<>();
    for (Role role : Role.values()) {
      for (Job job : order.jobs()) {
        Role own =
            starting.contains(job.id())
                ? Role.STARTS_NOW
                : reserved.contains(job.id()) ? Role.RESERVED : Role.WAITS;
        if (own == role) {
          ranked.add(new RankedJob(job.id(), order.score(job), role));
        }
      }
    }
    return ranked;
  }

  /**
   * Only a job whose node count cannot vary gets a node list, and the list has exactly that many
   * nodes.
   */
  private static List<Placement> leases(
      List<Placement> starts, PolicyOrder order, PlanContext context) {
    Map<Long, Job> jobs = byId(order.jobs());
    List<Placement> leases = new ArrayList<>();
    for (Placement start : starts) {
      Job job = jobs.get(start.jobId());
      if (job != null
          && job.request().hasFixedNodeCount()
          && start.gpusByNode().size() == job.request().minNodes()
          && !context.noLease().contains(job.id())) {
        leases.add(start);
      }
    }
    return leases;
  }

  private static Map<Long, Job> byId(List<Job> jobs) {
    Map<Long, Job> byId = new HashMap<>();
    jobs.forEach(job -> byId.put(job.id(), job));
    return byId;
  }

  private static double ms(long nanos) {
    return nanos / 1e6;
  }
}
