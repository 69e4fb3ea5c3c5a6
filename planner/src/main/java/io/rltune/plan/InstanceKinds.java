package io.rltune.plan;

import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Placement;
import io.rltune.model.ResourceRequest;
import io.rltune.solver.PlacementInstance.JobExtras;
import io.rltune.solver.PlacementInstance.NodeExtras;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Generic resources and nodes of several GPU types in the words of the solver: further kinds of
 * resources, each GPU type of such a node one of them (docs/adr/025). Only what a job asks for is
 * named, so that a cluster without keeps its plain instance.
 */
final class InstanceKinds {
  private static final NodeExtras IDLE = nodeExtras(Map.of(), true);
  private static final JobExtras EXCLUSIVE = new JobExtras(Map.of(), true, Long.MAX_VALUE);

  private final FreeResources free;

  /** Names of the types that nodes of several types have, and their own names for them. */
  private final Set<String> mixedTypes = new TreeSet<>();

  private final Set<String> mixedLabels = new HashSet<>();

  InstanceKinds(FreeResources free, Collection<Node> nodes) {
    this.free = free;
    for (Node node : nodes) {
      if (GpuTypes.mixes(node)) {
        mixedTypes.addAll(node.gpus().keySet());
        mixedLabels.add(free.gpuType(node.name()));
      }
    }
  }

  private static NodeExtras nodeExtras(Map<String, Integer> kinds, boolean idle) {
    return new NodeExtras(kinds, NodeExtras.NO_LIMIT, idle, true, List.of(), List.of());
  }

  /** The kind that stands for a GPU type; no generic resource but GPUs has this name. */
  private static String gpuKind(String type) {
    return "gpu:" + type;
  }

  /** GPUs of the job in all; a job for shards takes a GPU on each of its nodes. */
  static int gpus(ResourceRequest request) {
    return GresNeeds.takesShards(request) ? request.minNodes() : request.gpus().total();
  }

  /** GPUs on each node, or 0 where they may be divided. */
  static int gpusPerNode(ResourceRequest request) {
    if (GresNeeds.takesShards(request)) {
      return 1;
    }
    return request.mixesGpuTypes()
        ? request.gpus().total() / request.minNodes()
        : request.gpusPerNode();
  }

  /** Other generic resources that any of the jobs asks for. */
  Set<String> askedBy(List<Job> jobs) {
    Set<String> asked = new HashSet<>();
    jobs.forEach(job -> asked.addAll(GresNeeds.kinds(job.request()).keySet()));
    return asked;
  }

  NodeExtras ofNode(Node node, Set<String> asked) {
    boolean idle = free.isIdle(node.name());
    Map<String, Integer> kinds = new HashMap<>();
    free.gpusByType(node.name())
        .forEach((type, gpus) -> kinds.put(gpuKind(type), Math.max(0, gpus)));
    if (!asked.isEmpty()) {
      free.otherGres(node.name())
          .forEach(
              (kind, units) -> {
                if (asked.contains(kind)) {
                  kinds.put(kind, (int) Math.max(0, Math.min(units, GresNeeds.MOST_UNITS)));
                }
              });
    }
    if (kinds.isEmpty()) {
      return idle ? IDLE : NodeExtras.NONE;
    }
    return nodeExtras(kinds, idle);
  }

  /**
   * What the job takes of further kinds.
   *
   * @param gpuTypes of the nodes that it may use; those of several types by their own name
   */
  JobExtras ofJob(Job job, Set<String> gpuTypes) {
    ResourceRequest request = job.request();
    boolean exclusive = FreeResources.wantsWholeNodes(job);
    Map<String, Integer> perNode = new HashMap<>();
    GresNeeds.kinds(request)
        .forEach((k, units) -> perNode.put(k, (int) Math.min(units, Integer.MAX_VALUE)));
    Map<String, Integer> perGpu = new HashMap<>();
    if (request.mixesGpuTypes()) {
      request
          .gpusByTypeOnEachNode()
          .orElseThrow()
          .forEach((type, gpus) -> perNode.put(gpuKind(type), gpus));
    } else if (!request.gpus().isNone() && gpuTypes.stream().anyMatch(mixedLabels::contains)) {
      Set<String> types =
          request.gpus().isUntyped() ? mixedTypes : request.gpus().byType().keySet();
      types.forEach(type -> perGpu.put(gpuKind(type), 1));
    }
    if (perNode.isEmpty() && perGpu.isEmpty()) {
      return exclusive ? EXCLUSIVE : JobExtras.NONE;
    }
    return new JobExtras(perNode, perGpu, exclusive, Long.MAX_VALUE);
  }

  /** Placements of a plan as the solver takes them: a GPU on each node of a job for shards. */
  static List<Placement> toSolver(List<Placement> placements, Map<Long, Job> jobs) {
    return withGpusOfShards(placements, jobs, 1);
  }

  /** And back: such a job has no GPU of its own. */
  static List<Placement> fromSolver(List<Placement> placements, Map<Long, Job> jobs) {
    return withGpusOfShards(placements, jobs, 0);
  }

  private static List<Placement> withGpusOfShards(
      List<Placement> placements, Map<Long, Job> jobs, int gpus) {
    List<Placement> changed = new ArrayList<>();
    for (Placement placement : placements) {
      Job job = jobs.get(placement.jobId());
      if (job != null && GresNeeds.takesShards(job.request())) {
        TreeMap<String, Integer> nodes = new TreeMap<>(placement.gpusByNode());
        nodes.replaceAll((node, old) -> gpus);
        changed.add(new Placement(job.id(), nodes));
      } else {
        changed.add(placement);
      }
    }
    return changed;
  }
}
