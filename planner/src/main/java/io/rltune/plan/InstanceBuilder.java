package io.rltune.plan;

import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import io.rltune.solver.PlacementInstance;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
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

  private final PlannerSettings settings;
  private final Eligibility eligibility;
  private final FreeResources free;
  private final Map<String, Node> nodes = new TreeMap<>();
  private final Map<Set<String>, Set<String>> sharedSets = new HashMap<>();
  private final InstanceKinds kinds;

  /** By list of eligible nodes and what is withheld: the nodes that are left. */
  private final Map<List<Node>, Map<Set<String>, Set<String>>> allowedSets =
      new IdentityHashMap<>();

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
    kinds = new InstanceKinds(free, nodes.values());
  }

  /**
   * The instance for jobs in order.
   *
   * @param head placeable jobs, first to start first
   * @param waiting all placeable jobs: what presses on the GPU types
   * @param blocked what must be left to jobs that cannot start yet
   */
  PlacementInstance build(List<Job> head, List<Job> waiting, BlockedJobs blocked) {
    Set<String> asked = kinds.askedBy(head);
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
              node.features(),
              kinds.ofNode(node, asked)));
    }
    TypeSpeeds speeds = new TypeSpeeds(settings, eligibility, free, nodes, waiting);
    List<PlaceableJob> placeableJobs = new ArrayList<>();
    for (int rank = 0; rank < head.size(); rank++) {
      Job job = head.get(rank);
      Set<String> allowed = allowedNodes(job, blocked.withheldFrom(job));
      if (!allowed.isEmpty()) {
        double priority = 1 - (1 - LAST_PRIORITY) * rank / Math.max(1, head.size());
        placeableJobs.add(placeable(job, allowed, priority, speeds.of(job, allowed)));
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
      Job job, Set<String> allowed, double priority, Map<String, Double> speeds) {
    ResourceRequest request = job.request();
    int gpus = InstanceKinds.gpus(request);
    double perGpu = Math.max(1, gpus);
    return new PlaceableJob(
        job.id(),
        gpus,
        InstanceKinds.gpusPerNode(request),
        request.minNodes(),
        Math.min(request.maxNodes(), allowed.size()),
        request.cpus() / perGpu,
        request.memMb() / perGpu,
        speeds,
        priority,
        job.account(),
        Set.of(),
        allowed,
        kinds.ofJob(job, speeds.keySet()));
  }

  /** Nodes the job may use now: eligible, known, and not withheld for a blocked job. */
  private Set<String> allowedNodes(Job job, Set<String> withheld) {
    Set<String> allowed =
        allowedSets
            .computeIfAbsent(eligibility.nodesFor(job), list -> new HashMap<>())
            .computeIfAbsent(withheld, kept -> allowedNodes(eligibility.nodesFor(job), kept));
    return allowed.size() < job.request().minNodes() ? Set.of() : allowed;
  }

  private Set<String> allowedNodes(List<Node> eligible, Set<String> withheld) {
    Set<String> allowed = new HashSet<>();
    for (Node node : eligible) {
      if (nodes.containsKey(node.name()) && !withheld.contains(node.name())) {
        allowed.add(node.name());
      }
    }
    return sharedSets.computeIfAbsent(allowed, set -> set);
  }
}
