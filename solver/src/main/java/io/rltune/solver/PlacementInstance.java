package io.rltune.solver;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One placement problem, as {@code rltune solve} reads it.
 *
 * <p>Maximise the sum over started jobs of {@code priority * max(gpus, 1) * speed[type] - spread *
 * (nodes used - 1)}, minus {@code fragmentation} times the GPUs left free on touched nodes. A
 * started job runs on one GPU type, on {@code minNodes..maxNodes} nodes, with exactly {@code gpus}
 * GPUs.
 *
 * @param nodes nodes with free resources; names are unique
 * @param jobs jobs to choose from; ids are unique
 * @param accountCaps most GPUs that jobs of an account may start with; an account not named has no
 *     cap
 * @param fragmentation cost per GPU left free on a touched node, at least 0
 * @param spread cost per node beyond the first, at least 0
 */
public record PlacementInstance(
    List<PlaceableNode> nodes,
    List<PlaceableJob> jobs,
    Map<String, Integer> accountCaps,
    double fragmentation,
    double spread) {

  public PlacementInstance {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    accountCaps = Map.copyOf(accountCaps);
  }

  /**
   * A node's free resources. A node has GPUs of one type.
   *
   * @param name unique name
   * @param gpuType GPU type; empty for a node without GPUs or with untyped ones
   * @param gpusFree free GPUs, 0 to gpusTotal
   * @param gpusTotal configured GPUs
   * @param cpusFree free CPUs
   * @param memMbFree free memory in MiB
   * @param features features of the node
   */
  public record PlaceableNode(
      String name,
      String gpuType,
      int gpusFree,
      int gpusTotal,
      int cpusFree,
      long memMbFree,
      Set<String> features) {
    public PlaceableNode {
      features = Set.copyOf(features);
    }
  }

  /**
   * A job to place.
   *
   * @param id unique id
   * @param gpus GPUs in all; 0 for a CPU-only job
   * @param gpusPerNode GPUs on each node, or 0 where they may be split freely
   * @param minNodes fewest nodes
   * @param maxNodes most nodes
   * @param cpusPerGpu CPUs for each GPU (may be fractional); of a CPU-only job: CPUs of the job, an
   *     equal share on each of its nodes
   * @param memMbPerGpu memory in MiB for each GPU (may be fractional); of a CPU-only job: MiB of
   *     the job, an equal share on each of its nodes
   * @param speedByType relative speed on each GPU type that it may use; a type not named, or with
   *     speed 0, is forbidden. A CPU-only job has the speed of the node's type where that is named,
   *     else that of the key {@code ""}; an empty map allows all nodes at speed 1.
   * @param priority worth per GPU, at least 0
   * @param account account for the caps, or empty
   * @param features features that every node must have
   * @param allowedNodes names of the nodes it may use; empty = all
   */
  public record PlaceableJob(
      long id,
      int gpus,
      int gpusPerNode,
      int minNodes,
      int maxNodes,
      double cpusPerGpu,
      double memMbPerGpu,
      Map<String, Double> speedByType,
      double priority,
      String account,
      Set<String> features,
      Set<String> allowedNodes) {
    public PlaceableJob {
      speedByType = Map.copyOf(speedByType);
      features = Set.copyOf(features);
      allowedNodes = Set.copyOf(allowedNodes);
    }
  }
}
