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
import java.util.IdentityHashMap;
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

  /** How much a job that may take several GPU types avoids the type that others need most. */
  private static final double PRESSED = 0.3;

  /** A job that may take several types leaves one alone that is pressed this many times harder. */
  private static final double FAR_HARDER = 4;

  /** Below this a type counts as hardly pressed at all. */
  private static final double LEAST_PRESSURE = 0.02;

  /** Longer requests count as a day in the pressure on a GPU type. */
  private static final long MAX_COUNTED_S = 86_400;

  /** How much a CPU-only job avoids nodes with GPUs. */
  private static final double CPU_JOB_ON_GPU_NODE = 0.5;

  /** Speed of a GPU type that the partition or account does not prefer. */
  private static final double NOT_PREFERRED = 0.5;

  /** Nodes with several GPU types are left to those that need them, where others will do. */
  private static final double ON_MIXED_NODE = 0.9;

  private final PlannerSettings settings;
  private final Eligibility eligibility;
  private final FreeResources free;
  private final Map<String, Node> nodes = new TreeMap<>();
  private final Map<Set<String>, Set<String>> sharedSets = new HashMap<>();
  private final InstanceKinds kinds;

  /**
   * Most GPUs on a node by type, by list of eligible nodes. Jobs that ask alike share one list, so
   * ten thousand jobs cost a few looks at the nodes.
   */
  private final Map<List<Node>, Map<String, Integer>> largestByType = new IdentityHashMap<>();

  /** By list of eligible nodes and what is kept for others: the nodes that are left. */
  private final Map<List<Node>, Map<List<Reservation>, Set<String>>> allowedSets =
      new IdentityHashMap<>();

  private final Map<Set<String>, Map<Taste, Map<String, Double>>> speedsByTaste =
      new IdentityHashMap<>();

  /** What of a job decides which nodes suit it better; jobs of one taste share the answer. */
  private record Taste(
      boolean cpuOnly,
      boolean shards,
      boolean untyped,
      boolean severalTypes,
      Set<String> preferred) {}

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
   * @param reservations nodes that jobs running past the shadow time must leave alone
   * @param now seconds since the epoch
   */
  PlacementInstance build(
      List<Job> head, List<Job> waiting, List<Reservation> reservations, long now) {
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
    Map<String, Double> pressure = pressure(waiting);
    List<PlaceableJob> placeableJobs = new ArrayList<>();
    for (int rank = 0; rank < head.size(); rank++) {
      Job job = head.get(rank);
      Set<String> allowed = allowedNodes(job, reservations, now);
      if (!allowed.isEmpty()) {
        double priority = 1 - (1 - LAST_PRIORITY) * rank / Math.max(1, head.size());
        placeableJobs.add(placeable(job, allowed, priority, pressure));
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
      Job job, Set<String> allowed, double priority, Map<String, Double> pressure) {
    ResourceRequest request = job.request();
    int gpus = InstanceKinds.gpus(request);
    double perGpu = Math.max(1, gpus);
    Map<String, Double> speeds = speeds(job, allowed, pressure);
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

  /**
   * Nodes the job may use now: eligible, known, and not kept for a reserved job beyond its shadow
   * time.
   */
  private Set<String> allowedNodes(Job job, List<Reservation> reservations, long now) {
    long end = saturatingAdd(now, job.request().timeLimitS());
    List<Reservation> barring =
        reservations.stream()
            .filter(kept -> kept.jobId() != job.id() && end > kept.shadowTime())
            .toList();
    Set<String> allowed =
        allowedSets
            .computeIfAbsent(eligibility.nodesFor(job), list -> new HashMap<>())
            .computeIfAbsent(barring, kept -> allowedNodes(eligibility.nodesFor(job), kept));
    return allowed.size() < job.request().minNodes() ? Set.of() : allowed;
  }

  private Set<String> allowedNodes(List<Node> eligible, List<Reservation> barring) {
    Set<String> allowed = new HashSet<>();
    for (Node node : eligible) {
      if (nodes.containsKey(node.name())) {
        allowed.add(node.name());
      }
    }
    barring.forEach(reservation -> allowed.removeAll(reservation.nodes()));
    return sharedSets.computeIfAbsent(allowed, set -> set);
  }

  private Map<String, Double> speeds(Job job, Set<String> allowed, Map<String, Double> pressure) {
    Taste taste =
        new Taste(
            job.request().gpus().isNone(),
            GresNeeds.takesShards(job.request()),
            job.request().gpus().isUntyped(),
            job.request().mixesGpuTypes(),
            settings.rules().preferredGpuTypes(job));
    Map<String, Double> speeds =
        speedsByTaste
            .computeIfAbsent(allowed, set -> new HashMap<>())
            .computeIfAbsent(taste, asked -> speeds(asked, allowed, pressure));
    if (!taste.untyped()) {
      return speeds;
    }
    Map<String, Double> left = new LinkedHashMap<>(speeds);
    leaveToOthers(left, typesFor(job), pressure);
    return left;
  }

  private Map<String, Double> speeds(
      Taste taste, Set<String> allowed, Map<String, Double> pressure) {
    Map<String, Double> speeds = new LinkedHashMap<>();
    for (String name : allowed) {
      String type = free.gpuType(name);
      Node node = nodes.get(name);
      double speed = 1.0;
      if (taste.cpuOnly()) {
        boolean needless = node.gpusTotal() > 0 && !taste.shards();
        speed = needless ? CPU_JOB_ON_GPU_NODE : 1.0;
      } else if (taste.untyped()) {
        speed = speedOf(node);
        speed *= 1 - PRESSED * pressure.getOrDefault(type, 0.0);
        speed *=
            taste.preferred().isEmpty() || isPreferred(node, taste.preferred()) ? 1 : NOT_PREFERRED;
      }
      if (GpuTypes.mixes(node) && !taste.cpuOnly() && !taste.severalTypes()) {
        speed *= ON_MIXED_NODE;
      }
      speeds.merge(type, speed, Math::max);
    }
    return speeds;
  }

  /** Of several types the slowest: Slurm may take any. */
  private double speedOf(Node node) {
    return node.gpus().keySet().stream()
        .mapToDouble(type -> settings.gpuSpeed().getOrDefault(type, 1.0))
        .min()
        .orElse(1.0);
  }

  private static boolean isPreferred(Node node, Set<String> preferred) {
    return node.gpus().isEmpty()
        ? preferred.contains(GpuDemand.UNTYPED)
        : preferred.containsAll(node.gpus().keySet());
  }

  /**
   * Takes types out that are pressed far harder than another type the job could ever run on: it
   * waits for that one.
   */
  private static void leaveToOthers(
      Map<String, Double> speeds, Set<String> types, Map<String, Double> pressure) {
    double least =
        types.stream().mapToDouble(type -> pressure.getOrDefault(type, 0.0)).min().orElse(0);
    double most = FAR_HARDER * Math.max(least, LEAST_PRESSURE);
    speeds.keySet().removeIf(type -> pressure.getOrDefault(type, 0.0) > most);
  }

  /**
   * How hard each GPU type is pressed, 0 to 1 (the most pressed): the GPU-time that waiting jobs
   * ask for, spread over the types on which they could ever run, per GPU of the type.
   */
  private Map<String, Double> pressure(List<Job> waiting) {
    Map<String, Integer> capacity = new HashMap<>();
    nodes
        .values()
        .forEach(n -> capacity.merge(free.gpuType(n.name()), n.gpusTotal(), Integer::sum));
    Map<String, Double> demand = new HashMap<>();
    for (Job job : waiting) {
      Set<String> types = typesFor(job);
      double places = types.stream().mapToInt(type -> capacity.getOrDefault(type, 0)).sum();
      double gpuTime =
          job.request().gpus().total() * (double) job.request().timeLimitS(MAX_COUNTED_S);
      for (String type : types) {
        demand.merge(
            type, gpuTime * capacity.getOrDefault(type, 0) / Math.max(1, places), Double::sum);
      }
    }
    demand.replaceAll((type, gpuTime) -> gpuTime / Math.max(1, capacity.getOrDefault(type, 0)));
    double most = demand.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (most > 0) {
      demand.replaceAll((type, perGpu) -> perGpu / most);
    }
    return demand;
  }

  /** GPU types with nodes large enough for the job. */
  private Set<String> typesFor(Job job) {
    ResourceRequest request = job.request();
    int gpus = request.gpus().total();
    int perNode =
        request.gpusPerNode() > 0
            ? request.gpusPerNode()
            : (int) Math.ceil(gpus / (double) Math.max(1, Math.min(gpus, request.maxNodes())));
    Set<String> types = new HashSet<>();
    if (gpus > 0) {
      largestByType
          .computeIfAbsent(eligibility.nodesFor(job), eligible -> largest(request, eligible))
          .forEach(
              (type, most) -> {
                if (most >= perNode) {
                  types.add(type);
                }
              });
    }
    return types;
  }

  private Map<String, Integer> largest(ResourceRequest request, List<Node> eligible) {
    Map<String, Integer> largest = new HashMap<>();
    for (Node node : eligible) {
      if (nodes.containsKey(node.name())) {
        int most = GpuTypes.mostWhenEmpty(request, node);
        largest.merge(free.gpuType(node.name()), most, Math::max);
      }
    }
    return largest;
  }

  private static long saturatingAdd(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
