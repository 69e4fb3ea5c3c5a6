package io.rltune.sim.replay;

import io.rltune.model.ArrayFacts;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobConstraints;
import io.rltune.model.JobState;
import io.rltune.model.JobTimes;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.model.ResourceRequest;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import io.rltune.sim.engine.NodeView;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What RLTune would see of a simulation, had it asked slurmrestd. */
final class SimSnapshot {
  /** Simulation second 0: a time that looks like one. */
  static final long EPOCH_S = 1_767_225_600L;

  private final Simulation simulation;
  private final List<Partition> partitions = new ArrayList<>();
  private final List<TreeSet<String>> partitionsOfNode = new ArrayList<>();

  SimSnapshot(Simulation simulation) {
    this.simulation = simulation;
    ClusterSpec cluster = simulation.cluster();
    Map<String, TreeSet<String>> byNode = new HashMap<>();
    for (PartitionSpec spec : cluster.partitions()) {
      spec.nodes().forEach(n -> byNode.computeIfAbsent(n, k -> new TreeSet<>()).add(spec.name()));
      partitions.add(
          new Partition(
              spec.name(),
              true,
              new TreeSet<>(spec.nodes()),
              spec.maxTimeS(),
              ResourceRequest.UNBOUNDED,
              spec.priorityTier(),
              spec.isDefault()));
    }
    for (NodeSpec node : cluster.nodes()) {
      partitionsOfNode.add(byNode.getOrDefault(node.name(), new TreeSet<>()));
    }
  }

  /** Id by which the planner knows a job. */
  static long id(int job) {
    return job + 1L;
  }

  /** Index of the job of an id. */
  static int job(long id) {
    return (int) id - 1;
  }

  ClusterSnapshot take() {
    List<Job> jobs = new ArrayList<>();
    for (int job : simulation.waiting()) {
      jobs.add(job(job, JobState.PENDING));
    }
    Set<Integer> seen = new HashSet<>();
    List<Node> nodes = new ArrayList<>();
    for (int node = 0; node < partitionsOfNode.size(); node++) {
      nodes.add(node(node));
      for (int i = 0; i < simulation.runsOn(node); i++) {
        int running = simulation.runOn(node, i);
        if (seen.add(running)) {
          jobs.add(job(running, JobState.RUNNING));
        }
      }
    }
    return new ClusterSnapshot(
        EPOCH_S + (long) simulation.nowS(), "simulated", jobs, nodes, partitions, List.of());
  }

  private Job job(int index, JobState state) {
    WorkloadJob request = simulation.request(index);
    boolean runs = state.equals(JobState.RUNNING);
    long submit = EPOCH_S + (long) request.submitS();
    JobTimes times =
        runs
            ? new JobTimes(
                submit,
                submit,
                EPOCH_S + (long) simulation.startS(index),
                EPOCH_S + (long) simulation.endS(index))
            : new JobTimes(submit, submit, JobTimes.UNSET, JobTimes.UNSET);
    String partition =
        request.partition().isEmpty()
            ? simulation.cluster().defaultPartition().name()
            : request.partition();
    return new Job(
        id(index),
        request.name(),
        request.user(),
        request.account(),
        request.qos(),
        List.of(partition),
        state,
        runs ? "None" : "Priority",
        demand(request),
        times,
        constraints(index),
        ArrayFacts.NONE,
        0,
        simulation.priority(index),
        0,
        runs ? names(simulation.nodes(index)) : List.of(),
        "");
  }

  private static ResourceRequest demand(WorkloadJob request) {
    GpuDemand gpus =
        request.gpus() == 0 ? GpuDemand.NONE : GpuDemand.of(request.gpuType(), request.gpus());
    return new ResourceRequest(
        gpus,
        request.gpusPerNode(),
        request.nodes(),
        request.nodes(),
        request.cpus(),
        request.memMb(),
        false,
        false,
        request.timeLimitS(),
        Collections.emptySortedMap());
  }

  private JobConstraints constraints(int job) {
    int[] list = simulation.nodeList(job);
    return list.length == 0
        ? JobConstraints.NONE
        : new JobConstraints(names(list), List.of(), "", "", "", "", "");
  }

  private List<String> names(int[] nodes) {
    return Arrays.stream(nodes)
        .mapToObj(node -> simulation.cluster().nodes().get(node).name())
        .toList();
  }

  private Node node(int index) {
    NodeSpec spec = simulation.cluster().nodes().get(index);
    TreeMap<String, GpuCount> gpus = new TreeMap<>();
    if (spec.gpus() > 0) {
      int used = spec.gpus() - simulation.freeGpus(index);
      gpus.put(spec.gpuType(), new GpuCount(spec.gpus(), used));
    }
    return new Node(
        spec.name(),
        state(index, spec),
        gpus,
        spec.cpus(),
        spec.cpus() - simulation.freeCpus(index),
        spec.memoryMb(),
        spec.memoryMb() - simulation.freeMemMb(index),
        spec.features(),
        partitionsOfNode.get(index),
        spec.weight(),
        "",
        Collections.emptySortedMap());
  }

  private NodeState state(int index, NodeSpec spec) {
    String base =
        simulation.runsOn(index) == 0
            ? "IDLE"
            : simulation.freeCpus(index) == 0 ? "ALLOCATED" : "MIXED";
    NodeView.Health health = simulation.health(index);
    return switch (health) {
      case UP -> new NodeState(base, Set.of());
      case DRAIN -> new NodeState(base, Set.of("DRAIN"));
      case DOWN -> new NodeState("DOWN", Set.of());
    };
  }
}
