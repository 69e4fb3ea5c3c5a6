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
 * @param terms further terms of the objective; all weights are 0 unless set
 * @param reservations nodes kept for jobs that cannot start yet
 */
public record PlacementInstance(
    List<PlaceableNode> nodes,
    List<PlaceableJob> jobs,
    Map<String, Integer> accountCaps,
    double fragmentation,
    double spread,
    OptionalTerms terms,
    List<Reservation> reservations) {

  /** An instance without optional terms and reservations. */
  public PlacementInstance(
      List<PlaceableNode> nodes,
      List<PlaceableJob> jobs,
      Map<String, Integer> accountCaps,
      double fragmentation,
      double spread) {
    this(nodes, jobs, accountCaps, fragmentation, spread, OptionalTerms.NONE, List.of());
  }

  public PlacementInstance {
    reservations = List.copyOf(reservations);
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    accountCaps = Map.copyOf(accountCaps);
  }

  /**
   * A node's free resources.
   *
   * @param name unique name
   * @param gpuType GPU type; empty for a node without GPUs or with untyped ones. A node with GPUs
   *     of several types has a type of its own, e.g. {@code a100+v100}, and a further resource kind
   *     for each of them.
   * @param gpusFree free GPUs, 0 to gpusTotal
   * @param gpusTotal configured GPUs
   * @param cpusFree free CPUs
   * @param memMbFree free memory in MiB
   * @param features features of the node
   * @param extras what few nodes have
   */
  public record PlaceableNode(
      String name,
      String gpuType,
      int gpusFree,
      int gpusTotal,
      int cpusFree,
      long memMbFree,
      Set<String> features,
      NodeExtras extras) {
    public PlaceableNode {
      features = Set.copyOf(features);
    }

    /** A node without extras. */
    public PlaceableNode(
        String name,
        String gpuType,
        int gpusFree,
        int gpusTotal,
        int cpusFree,
        long memMbFree,
        Set<String> features) {
      this(name, gpuType, gpusFree, gpusTotal, cpusFree, memMbFree, features, NodeExtras.NONE);
    }

    /** Share of its GPUs that is in use already, 0 to 1; 0 for a node without GPUs. */
    public double load() {
      return gpusTotal == 0 ? 0 : 1 - gpusFree / (double) gpusTotal;
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
   * @param extras what few jobs ask for
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
      Set<String> allowedNodes,
      JobExtras extras) {
    public PlaceableJob {
      speedByType = Map.copyOf(speedByType);
      features = Set.copyOf(features);
      allowedNodes = Set.copyOf(allowedNodes);
    }

    /** A job without extras. */
    public PlaceableJob(
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
      this(
          id,
          gpus,
          gpusPerNode,
          minNodes,
          maxNodes,
          cpusPerGpu,
          memMbPerGpu,
          speedByType,
          priority,
          account,
          features,
          allowedNodes,
          JobExtras.NONE);
    }
  }

  /**
   * What few nodes have.
   *
   * @param other free units of further resource kinds, e.g. {@code shard}, {@code mig-1g}, {@code
   *     fpga}
   * @param jobSlots most jobs that may still start on the node
   * @param idle whether nothing runs on it, so that an exclusive job may take it
   * @param poweredOn whether it needs no power-up
   * @param switches names of the switches above it, the nearest first; nodes of one switch have the
   *     same name at that level
   * @param gpuGroups free GPUs by NVLink or PCIe group; empty where all GPUs are alike
   */
  public record NodeExtras(
      Map<String, Integer> other,
      int jobSlots,
      boolean idle,
      boolean poweredOn,
      List<String> switches,
      List<Integer> gpuGroups) {
    /** Most jobs on a node without a limit. */
    public static final int NO_LIMIT = Integer.MAX_VALUE;

    public static final NodeExtras NONE =
        new NodeExtras(Map.of(), NO_LIMIT, false, true, List.of(), List.of());

    public NodeExtras {
      other = Map.copyOf(other);
      switches = List.copyOf(switches);
      gpuGroups = List.copyOf(gpuGroups);
    }
  }

  /**
   * What few jobs ask for.
   *
   * @param otherPerNode units of further resource kinds on each node; a node that has no such kind
   *     has none of it
   * @param otherPerGpu units of further resource kinds that come with each GPU, on nodes that have
   *     such a kind; on others they cost nothing. With a kind for each GPU type of a node of
   *     several types this says which of its GPUs a job takes.
   * @param exclusive whether no other job may share its nodes
   * @param timeLimitS requested walltime in seconds; only reservations look at it
   */
  public record JobExtras(
      Map<String, Integer> otherPerNode,
      Map<String, Integer> otherPerGpu,
      boolean exclusive,
      long timeLimitS) {
    public static final JobExtras NONE = new JobExtras(Map.of(), false, Long.MAX_VALUE);

    public JobExtras {
      otherPerNode = Map.copyOf(otherPerNode);
      otherPerGpu = Map.copyOf(otherPerGpu);
    }

    /** Nothing further comes with its GPUs. */
    public JobExtras(Map<String, Integer> otherPerNode, boolean exclusive, long timeLimitS) {
      this(otherPerNode, Map.of(), exclusive, timeLimitS);
    }
  }

  /**
   * Terms of the objective that are left out unless their weight is set. All are costs.
   *
   * @param switches by level, the nearest switch first: cost per switch beyond the first that a job
   *     spans
   * @param gpuGroup cost per NVLink or PCIe group beyond the first that the GPUs of a job on a node
   *     need, by what is free in the groups before anything starts
   * @param futureFit cost per GPU of room taken from the next waiting jobs: a touched node counts
   *     the largest of {@code upcoming} that it could have held
   * @param upcoming GPUs on one node that the next waiting jobs will ask for
   * @param balance cost per GPU on a node, times the share of the node that is in use already
   * @param energy cost per node that must be powered up
   */
  public record OptionalTerms(
      List<Double> switches,
      double gpuGroup,
      double futureFit,
      List<Integer> upcoming,
      double balance,
      double energy) {
    public static final OptionalTerms NONE = new OptionalTerms(List.of(), 0, 0, List.of(), 0, 0);

    public OptionalTerms {
      switches = List.copyOf(switches);
      upcoming = List.copyOf(upcoming);
    }
  }

  /**
   * Nodes kept for a job that cannot start yet: another job may use them only if it ends in time.
   *
   * @param job id of the job that the nodes are kept for
   * @param nodes their names
   * @param startInS seconds until it can start (its shadow time)
   */
  public record Reservation(long job, Set<String> nodes, long startInS) {
    public Reservation {
      nodes = Set.copyOf(nodes);
    }
  }
}
