package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** All ways in which jobs could start, with what cannot be left out. */
final class StartOptions {
  private final Problem problem;
  private final List<StartOption> options = new ArrayList<>();
  private final List<Profile> profiles = new ArrayList<>();
  private final Map<Profile, Integer> numbers = new HashMap<>();
  private final Map<List<Object>, int[]> capacities = new HashMap<>();
  private final Map<Long, SortedSet<Integer>> chunkSizes = new HashMap<>();
  private final Map<Long, Integer> jobs = new HashMap<>();

  StartOptions(Problem problem) {
    this.problem = problem;
    for (int job = 0; job < problem.jobCount(); job++) {
      for (int type = 0; type < problem.typeCount(); type++) {
        if (problem.allowsType(job, type)) {
          addOptions(job, type);
        }
      }
    }
  }

  List<StartOption> all() {
    return options;
  }

  List<Profile> profiles() {
    return profiles;
  }

  /** Chunk sizes that jobs of the profile may take on nodes of the type; none: empty. */
  SortedSet<Integer> chunkSizes(int profile, int type) {
    return chunkSizes.getOrDefault(key(profile, type), new TreeSet<>());
  }

  /** Jobs of the profile on the type: the most chunks of it that one node could hold. */
  int jobs(int profile, int type) {
    return jobs.getOrDefault(key(profile, type), 0);
  }

  private static long key(int profile, int type) {
    return ((long) profile << 32) | type;
  }

  private void addOptions(int job, int type) {
    PlaceableJob of = problem.jobs.get(job);
    if (of.gpus() == 0) {
      int most =
          Math.min(
              problem.mostNodes(job), of.minNodes() + ClassModelLimits.CPU_JOB_NODE_COUNTS - 1);
      for (int count = of.minNodes(); count <= most; count++) {
        Profile profile =
            new Profile(
                of.cpusPerGpu() / count, of.memMbPerGpu() / count, problem.allowed(job), true);
        if (capacities(profile, type).length >= count) {
          add(new StartOption(job, type, number(profile), 0, 0, 0, count, count));
        }
      }
    } else {
      Profile profile = new Profile(of.cpusPerGpu(), of.memMbPerGpu(), problem.allowed(job), false);
      StartOption option = gpuOption(job, type, number(profile), capacities(profile, type));
      if (option != null) {
        add(option);
      }
    }
  }

  private StartOption gpuOption(int job, int type, int profile, int[] capacities) {
    PlaceableJob of = problem.jobs.get(job);
    int gpus = of.gpus();
    int largest = capacities.length == 0 ? 0 : capacities[0];
    int minNodes = of.minNodes();
    int maxNodes = Math.min(problem.mostNodes(job), capacities.length);
    if (of.gpusPerNode() > 0) {
      int nodes = gpus / of.gpusPerNode();
      if (nodes < minNodes || nodes > maxNodes || capacities[nodes - 1] < of.gpusPerNode()) {
        return null;
      }
      int each = of.gpusPerNode();
      return new StartOption(job, type, profile, gpus, each, each, nodes, nodes);
    }
    if (minNodes > maxNodes || sumOfLargest(capacities, maxNodes) < gpus) {
      return null;
    }
    int minChunk = Math.max(1, gpus - (maxNodes - 1) * largest);
    int maxChunk = Math.min(largest, gpus - minNodes + 1);
    if (minChunk > maxChunk) {
      return null;
    }
    return new StartOption(job, type, profile, gpus, minChunk, maxChunk, minNodes, maxNodes);
  }

  private static long sumOfLargest(int[] descending, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += descending[i];
    }
    return sum;
  }

  private void add(StartOption option) {
    options.add(option);
    long key = key(option.profile(), option.type());
    SortedSet<Integer> sizes = chunkSizes.computeIfAbsent(key, k -> new TreeSet<>());
    for (int size = option.minChunk(); size <= option.maxChunk(); size++) {
      sizes.add(size);
    }
    jobs.merge(key, 1, Integer::sum);
  }

  private int number(Profile profile) {
    return numbers.computeIfAbsent(
        profile,
        p -> {
          profiles.add(p);
          return profiles.size() - 1;
        });
  }

  /** For each node of the type that can take a chunk of the profile: its most GPUs, descending. */
  private int[] capacities(Profile profile, int type) {
    return capacities.computeIfAbsent(
        List.of(profile, type),
        key -> {
          List<Integer> list = new ArrayList<>();
          for (int node : problem.nodesOfType(type)) {
            int most = capacity(profile, node);
            if (most >= 0) {
              list.add(-most);
            }
          }
          return list.stream().sorted().mapToInt(most -> -most).toArray();
        });
  }

  /** Most GPUs that the node can give to the profile; 0 for a CPU-only chunk; -1 for none. */
  int capacity(Profile profile, int node) {
    if (!profile.allowed().get(node)) {
      return -1;
    }
    PlaceableNode free = problem.nodes.get(node);
    double cpus = free.cpusFree() + JobRules.CPU_TOLERANCE;
    double mem = free.memMbFree() + JobRules.MEM_TOLERANCE;
    if (profile.cpuOnly()) {
      return profile.cpus() <= cpus && profile.mem() <= mem ? 0 : -1;
    }
    double most = free.gpusFree();
    if (profile.cpus() > 0) {
      most = Math.min(most, Math.floor(cpus / profile.cpus()));
    }
    if (profile.mem() > 0) {
      most = Math.min(most, Math.floor(mem / profile.mem()));
    }
    return most >= 1 ? (int) most : -1;
  }
}
