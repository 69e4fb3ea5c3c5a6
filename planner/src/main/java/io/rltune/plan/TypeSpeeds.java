package io.rltune.plan;

import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How fast a job counts on each GPU type: what the admin says of types, less what a type is wanted
 * by others who have no choice.
 */
final class TypeSpeeds {
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

  /** Known nodes by name. */
  private final Map<String, Node> nodes;

  /** By GPU type, 0 to 1. */
  private final Map<String, Double> pressure;

  /**
   * Most GPUs on a node by type, by list of eligible nodes. Jobs that ask alike share one list, so
   * ten thousand jobs cost a few looks at the nodes.
   */
  private final Map<List<Node>, Map<String, Integer>> largestByType = new IdentityHashMap<>();

  private final Map<Set<String>, Map<Taste, Map<String, Double>>> byTaste = new IdentityHashMap<>();

  /** What of a job decides which nodes suit it better; jobs of one taste share the answer. */
  private record Taste(
      boolean cpuOnly,
      boolean shards,
      boolean untyped,
      boolean severalTypes,
      Set<String> preferred) {}

  /**
   * For the jobs of one cycle.
   *
   * @param nodes known nodes by name
   * @param waiting all placeable jobs: what presses on the GPU types
   */
  TypeSpeeds(
      PlannerSettings settings,
      Eligibility eligibility,
      FreeResources free,
      Map<String, Node> nodes,
      List<Job> waiting) {
    this.settings = settings;
    this.eligibility = eligibility;
    this.free = free;
    this.nodes = nodes;
    this.pressure = pressure(waiting);
  }

  /**
   * Speeds by GPU type.
   *
   * @param allowed names of the nodes that the job may use; jobs of one taste that bring the same
   *     set, the very object, share the work
   */
  Map<String, Double> of(Job job, Set<String> allowed) {
    Taste taste =
        new Taste(
            job.request().gpus().isNone(),
            GresNeeds.takesShards(job.request()),
            job.request().gpus().isUntyped(),
            job.request().mixesGpuTypes(),
            settings.rules().preferredGpuTypes(job));
    Map<String, Double> speeds =
        byTaste
            .computeIfAbsent(allowed, set -> new HashMap<>())
            .computeIfAbsent(taste, asked -> of(asked, allowed));
    if (!taste.untyped()) {
      return speeds;
    }
    Map<String, Double> left = new LinkedHashMap<>(speeds);
    leaveToOthers(left, typesFor(job));
    return left;
  }

  private Map<String, Double> of(Taste taste, Set<String> allowed) {
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
  private void leaveToOthers(Map<String, Double> speeds, Set<String> types) {
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
}
