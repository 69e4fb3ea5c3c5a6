package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Refuses instances that mean nothing. Every entry to a solver passes here. */
public final class InstanceValidator {
  /** Far above any cluster, far below what overflows a sum. */
  private static final int MOST = 500_000;

  /** Far above what one cycle can look at. */
  private static final int MOST_JOBS = 200_000;

  private InstanceValidator() {}

  /**
   * Checks an instance.
   *
   * @throws IllegalArgumentException naming the thing, its value and its place
   */
  public static void validate(PlacementInstance instance) {
    nonNegative("weights.fragmentation", instance.fragmentation());
    nonNegative("weights.spread", instance.spread());
    if (instance.jobs().size() > MOST_JOBS) {
      throw bad(
          "jobs",
          instance.jobs().size() + " entries",
          "are more than "
              + MOST_JOBS
              + "; a cycle plans the head of the queue, some thousand jobs");
    }
    if (instance.nodes().size() > MOST) {
      throw bad("nodes", instance.nodes().size() + " entries", "are more than " + MOST);
    }
    ExtrasValidator.validate(instance);
    nodes(instance.nodes());
    Map<Long, Integer> ids = new HashMap<>();
    for (int i = 0; i < instance.jobs().size(); i++) {
      PlaceableJob job = instance.jobs().get(i);
      String place = "jobs[" + i + "] (id " + job.id() + ")";
      Integer first = ids.put(job.id(), i);
      if (first != null) {
        throw bad(place + ".id", job.id(), "is the id of jobs[" + first + "] too");
      }
      job(place, job);
    }
    instance.accountCaps().forEach((account, cap) -> inRange("account_caps." + account, cap));
  }

  private static void nodes(List<PlaceableNode> nodes) {
    Map<String, Integer> names = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      PlaceableNode node = nodes.get(i);
      String place = "nodes[" + i + "] (" + node.name() + ")";
      if (node.name().isEmpty()) {
        throw bad(place + ".name", "''", "is empty");
      }
      Integer first = names.put(node.name(), i);
      if (first != null) {
        throw bad(place + ".name", node.name(), "is the name of nodes[" + first + "] too");
      }
      inRange(place + ".gpus_total", node.gpusTotal());
      inRange(place + ".gpus_free", node.gpusFree());
      if (node.gpusFree() > node.gpusTotal()) {
        throw bad(place + ".gpus_free", node.gpusFree(), "is above gpus_total " + node.gpusTotal());
      }
      inRange(place + ".cpus_free", node.cpusFree());
      if (node.memMbFree() < 0) {
        throw bad(place + ".mem_mb_free", node.memMbFree(), "is negative");
      }
    }
  }

  private static void job(String place, PlaceableJob job) {
    inRange(place + ".gpus", job.gpus());
    inRange(place + ".gpus_per_node", job.gpusPerNode());
    if (job.minNodes() < 1) {
      throw bad(place + ".min_nodes", job.minNodes(), "is below 1");
    }
    if (job.maxNodes() < job.minNodes()) {
      throw bad(place + ".max_nodes", job.maxNodes(), "is below min_nodes " + job.minNodes());
    }
    if (job.gpusPerNode() > 0 && job.gpus() % job.gpusPerNode() != 0) {
      throw bad(place + ".gpus_per_node", job.gpusPerNode(), "does not divide gpus " + job.gpus());
    }
    nonNegative(place + ".cpus_per_gpu", job.cpusPerGpu());
    nonNegative(place + ".mem_mb_per_gpu", job.memMbPerGpu());
    nonNegative(place + ".priority", job.priority());
    // A type or an allowed node that is not there now is no error: its nodes may be down.
    job.speedByType().forEach((type, speed) -> nonNegative(place + ".gpu_types." + type, speed));
  }

  static void inRange(String place, int value) {
    if (value < 0) {
      throw bad(place, value, "is negative");
    }
    if (value > MOST) {
      throw bad(place, value, "is above " + MOST);
    }
  }

  static void nonNegative(String place, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw bad(place, value, "is not a finite number");
    }
    if (value < 0) {
      throw bad(place, value, "is negative");
    }
  }

  static IllegalArgumentException bad(String place, Object value, String what) {
    return new IllegalArgumentException("instance: " + place + " = " + value + " " + what);
  }
}
