package io.rltune.sim.replay;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Placement;
import io.rltune.plan.OrderDiff;
import io.rltune.plan.OrderDiff.Ranked;
import io.rltune.plan.PlainShadow;
import io.rltune.plan.Plan;
import io.rltune.plan.PlanContext;
import io.rltune.plan.Planner;
import io.rltune.plan.PlannerSettings;
import io.rltune.policy.JobScorer;
import io.rltune.policy.history.SnapshotHistory;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.engine.JobPhase;
import io.rltune.sim.engine.Simulation;
import io.rltune.solver.PlacementSolvers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * RLTune's cycle in a replay: the daemon's own planner, and of its writes the two that it may do to
 * a Slurm in enforce mode, site factors and node leases.
 */
final class RltuneSteering implements ReplayPolicy.Steering {
  /** As lease.ttl, lease.cooldown and order.gap of the daemon. */
  private static final double LEASE_TTL_S = 60;

  private static final double LEASE_COOLDOWN_S = 300;
  private static final long GAP = 100;

  private record Lease(List<String> nodes, double sinceS) {}

  private final Simulation simulation;
  private final SimSnapshot snapshots;
  private final Planner planner;
  private final Map<String, Integer> nodeIndex = new HashMap<>();
  private final Map<Long, Lease> leases = new HashMap<>();
  private final Map<Long, Double> noLeaseUntilS = new HashMap<>();
  private List<Placement> lastStarts = List.of();
  private final ReplayHistory history;
  private final boolean givesNodes;
  private final double leaseTtlS;
  private final PlainShadow shadow = new PlainShadow();
  private long cycles;

  RltuneSteering(
      Simulation simulation,
      ReplayOptions options,
      JobScorer scorer,
      String solver,
      ReplayHistory history) {
    this.simulation = simulation;
    this.history = history;
    this.snapshots = new SimSnapshot(simulation);
    this.planner =
        new Planner(
            settings(simulation, options),
            scorer == null ? new OwnPriority(simulation) : scorer,
            PlacementSolvers.create(solver.equals("none") ? "greedy" : solver));
    this.givesNodes = !solver.equals("none");
    shadow.backfillWindowS((long) options.slurm().bfWindowS());
    this.leaseTtlS = Math.max(LEASE_TTL_S, options.cycleS());
    simulation.cluster().nodes().forEach(node -> nodeIndex.put(node.name(), nodeIndex.size()));
  }

  /** Slurm's own priorities as an order: what they would be without our site factors. */
  private record OwnPriority(Simulation simulation) implements JobScorer {
    @Override
    public String name() {
      return "multifactor";
    }

    @Override
    public double[] score(ClusterSnapshot snapshot, List<io.rltune.model.Job> candidateList) {
      return candidateList.stream()
          .mapToDouble(job -> job.priority() - simulation.siteFactor(SimSnapshot.job(job.id())))
          .toArray();
    }
  }

  @Override
  public long cycles() {
    return cycles;
  }

  @Override
  public void cycle() {
    cycles++;
    history.observe();
    dropWhatCameToNothing();
    ClusterSnapshot snapshot = snapshots.take();
    shadow.observe(
        snapshot,
        job -> job.priority() - simulation.siteFactor(SimSnapshot.job(job.id())),
        SnapshotHistory.meanRunS(history.runtimes(), snapshot.takenAt()));
    Plan plan =
        planner.plan(
            snapshot,
            context()
                .withDueS(Optional.of(shadow.dueS(PlainShadow.DEFAULT_MULTIPLE)))
                .withLastStarts(lastStarts));
    lastStarts = plan.starts();
    for (long id : plan.drops().keySet()) {
      drop(id);
    }
    for (Placement lease : plan.leases()) {
      if (givesNodes && !leases.containsKey(lease.jobId())) {
        List<String> nodes = List.copyOf(lease.gpusByNode().keySet());
        leases.put(lease.jobId(), new Lease(nodes, simulation.nowS()));
        simulation.setNodeList(
            SimSnapshot.job(lease.jobId()), nodes.stream().mapToInt(nodeIndex::get).toArray());
      }
    }
    order(plan);
  }

  /** What it takes Slurm alone to have done. */
  PlainShadow shadow() {
    return shadow;
  }

  private static PlannerSettings settings(Simulation simulation, ReplayOptions options) {
    Map<String, Double> speeds = new HashMap<>();
    for (NodeSpec node : simulation.cluster().nodes()) {
      speeds.merge(node.gpuType(), node.speed(), Math::max);
    }
    return PlannerSettings.DEFAULT.withGpuSpeed(speeds).withHeadSize(options.decisionWindow());
  }

  private PlanContext context() {
    Map<Long, List<String>> standing = new HashMap<>();
    leases.forEach((id, lease) -> standing.put(id, lease.nodes));
    noLeaseUntilS.values().removeIf(untilS -> untilS <= simulation.nowS());
    return new PlanContext(standing, Map.of(), noLeaseUntilS.keySet());
  }

  private void dropWhatCameToNothing() {
    Set<Long> late = new HashSet<>();
    leases
        .entrySet()
        .removeIf(entry -> simulation.phase(SimSnapshot.job(entry.getKey())) != JobPhase.PENDING);
    leases.forEach(
        (id, lease) -> {
          if (simulation.nowS() - lease.sinceS >= leaseTtlS) {
            late.add(id);
          }
        });
    for (long id : late) {
      drop(id);
      noLeaseUntilS.put(id, simulation.nowS() + LEASE_COOLDOWN_S);
    }
  }

  private void drop(long id) {
    leases.remove(id);
    if (simulation.phase(SimSnapshot.job(id)) == JobPhase.PENDING) {
      simulation.setNodeList(SimSnapshot.job(id), new int[0]);
    }
  }

  private void order(Plan plan) {
    List<Ranked> present = new ArrayList<>();
    plan.order()
        .forEach(
            ranked -> {
              int job = SimSnapshot.job(ranked.jobId());
              present.add(new Ranked(ranked.jobId(), simulation.priority(job)));
            });
    for (Ranked change : OrderDiff.changes(present, GAP)) {
      int job = SimSnapshot.job(change.jobId());
      long factor = simulation.siteFactor(job) + change.priority() - simulation.priority(job);
      simulation.setSiteFactor(
          job, (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, factor)));
    }
  }
}
