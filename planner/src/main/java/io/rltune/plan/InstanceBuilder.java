package io.rltune.plan;

import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import io.rltune.plan.Plan.Reservation;
import io.rltune.solver.PlacementInstance;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes the placement problem of one cycle: the head of the order against what is free. */
final class InstanceBuilder {
  /**
   * Worth per GPU of the last job of the head; the first has 1. In between it falls by rank, so
   * that the MILP departs from the policy's order only where that packs better.
   */
  private static final double LAST_PRIORITY = 0.25;

  /** How much an untyped job avoids the type that typed jobs want most. */
  private static final double SCARCITY = 0.1;

  /** How much a CPU-only job avoids nodes with GPUs. */
  private static final double CPU_JOB_ON_GPU_NODE = 0.5;

  private final PlannerSettings settings;
  private final Eligibility eligibility;
  private final FreeResources free;
  private final Map<String, Node> nodes = new TreeMap<>();
  private final Map<Set<String>, Set<String>> sharedSets = new HashMap<>();

  InstanceBuilder(
      PlannerSettings settings, Eligibility eligibility, FreeResources free, List<Node> nodeList) {
    this.settings = settings;
    this.eligibility = eligibility;
    this.free = free;
    for (Node node : nodeList) {
      if (free.knows(node.name())) {
        nodes.put(node.name(), node);
      }
    }
  }

  /**
   * The instance for jobs in order.
   *
   * @param head placeable jobs, first to start first
   * @param reservations nodes that jobs running past the shadow time must leave alone
   * @param now seconds since the epoch
   */
  PlacementInstance build(List<Job> head, List<Reservation> reservations, long now) {
    List<PlaceableNode> placeableNodes = new ArrayList<>();
    for (Node node : nodes.values()) {
      placeableNodes.add(
          new PlaceableNode(
              node.name(),
              free.gpuType(node.name()),
              Math.max(0, free.gpus(node.name())),
              node.gpusTotal(),
              Math.max(0, free.cpus(node.name())),
              Math.max(0, free.memMb(node.name())),
              node.features()));
    }
    Map<String, Double> scarcity = scarcity(head);
    List<PlaceableJob> placeableJobs = new ArrayList<>();
    for (int rank = 0; rank < head.size(); rank++) {
      Job job = head.get(rank);
      Set<String> allowed = allowedNodes(job, reservations, now);
      if (!allowed.isEmpty()) {
        double priority = 1 - (1 - LAST_PRIORITY) * rank / Math.max(1, head.size());
        placeableJobs.add(placeable(job, allowed, priority, scarcity));
      }
    }
    return new PlacementInstance(
        placeableNodes,
        placeableJobs,
        settings.accountCaps(),
        settings.fragmentation(),
        settings.spread());
  }

  private PlaceableJob placeable(
      Job job, Set<String> allowed, double priority, Map<String, Double> scarcity) {
    ResourceRequest request = job.request();
    int gpus = request.gpus().total();
    double perGpu = Math.max(1, gpus);
    return new PlaceableJob(
        job.id(),
        gpus,
        request.gpusPerNode(),
        request.minNodes(),
        Math.min(request.maxNodes(), allowed.size()),
        request.cpus() / perGpu,
        request.memMb() / perGpu,
        speeds(job, allowed, scarcity),
        priority,
        job.account(),
        Set.of(),
        allowed);
  }

  /**
   * Nodes the job may use now: eligible, known, and not kept for a reserved job beyond its shadow
   * time.
   */
  private Set<String> allowedNodes(Job job, List<Reservation> reservations, long now) {
    Set<String> allowed = new HashSet<>();
    for (Node node : eligibility.nodesFor(job)) {
      if (nodes.containsKey(node.name())) {
        allowed.add(node.name());
      }
    }
    long end = saturatingAdd(now, job.request().timeLimitS());
    for (Reservation reservation : reservations) {
      if (reservation.jobId() != job.id() && end > reservation.shadowTime()) {
        allowed.removeAll(reservation.nodes());
      }
    }
    if (allowed.size() < job.request().minNodes()) {
      return Set.of();
    }
    return sharedSets.computeIfAbsent(allowed, set -> set);
  }

  private Map<String, Double> speeds(Job job, Set<String> allowed, Map<String, Double> scarcity) {
    Map<String, Double> speeds = new LinkedHashMap<>();
    boolean cpuOnly = job.request().gpus().isNone();
    for (String name : allowed) {
      String type = free.gpuType(name);
      double speed = settings.gpuSpeed().getOrDefault(type, 1.0);
      if (cpuOnly) {
        speed = nodes.get(name).gpusTotal() > 0 ? CPU_JOB_ON_GPU_NODE : 1.0;
      } else if (job.request().gpus().isUntyped()) {
        speed *= 1 - SCARCITY * scarcity.getOrDefault(type, 0.0);
      } else {
        speed = 1.0;
      }
      speeds.merge(type, speed, Math::max);
    }
    return speeds;
  }

  /** For each type: GPUs that typed jobs of the head want, over the GPUs there are; at most 1. */
  private Map<String, Double> scarcity(List<Job> head) {
    Map<String, Integer> wanted = new HashMap<>();
    for (Job job : head) {
      GpuDemand demand = job.request().gpus();
      if (!demand.isNone() && !demand.isUntyped()) {
        wanted.merge(demand.byType().firstKey(), demand.total(), Integer::sum);
      }
    }
    Map<String, Integer> total = new HashMap<>();
    nodes.values().forEach(n -> total.merge(free.gpuType(n.name()), n.gpusTotal(), Integer::sum));
    Map<String, Double> ratio = new HashMap<>();
    wanted.forEach(
        (type, count) ->
            ratio.put(
                type, Math.min(1.0, count / (double) Math.max(1, total.getOrDefault(type, 0)))));
    return ratio;
  }

  private static long saturatingAdd(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
