package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts nodes into classes. CPUs and memory that no set of jobs could use up do not tell nodes
 * apart: without that, nearly every node of a busy cluster would be a class of its own.
 */
final class NodeClasses {
  private final Problem problem;
  private final StartOptions options;

  private NodeClasses(Problem problem, StartOptions options) {
    this.problem = problem;
    this.options = options;
  }

  static List<NodeClass> of(Problem problem, StartOptions options) {
    return new NodeClasses(problem, options).classes();
  }

  private List<NodeClass> classes() {
    Map<Key, List<Integer>> nodes = new LinkedHashMap<>();
    for (int node = 0; node < problem.nodeCount(); node++) {
      BitSet profiles = profilesOn(node);
      if (!profiles.isEmpty()) {
        nodes.computeIfAbsent(key(node, profiles), key -> new ArrayList<>()).add(node);
      }
    }
    List<NodeClass> classes = new ArrayList<>();
    nodes.forEach((key, list) -> classes.add(key.toClass(lanes(key), list)));
    return classes;
  }

  /** Profiles with a chunk that fits the otherwise untouched node. */
  private BitSet profilesOn(int node) {
    BitSet set = new BitSet();
    for (int p = 0; p < options.profiles().size(); p++) {
      var sizes = options.chunkSizes(p, problem.typeOf[node]);
      Profile profile = options.profiles().get(p);
      if (sizes.isEmpty() || !profile.allowed().get(node)) {
        continue;
      }
      int most = options.capacity(profile, node);
      if (most >= sizes.first()) {
        set.set(p);
      }
    }
    return set;
  }

  private Key key(int node, BitSet profiles) {
    PlaceableNode free = problem.nodes.get(node);
    double cpusPerGpu = 0;
    double memPerGpu = 0;
    double cpus = 0;
    double mem = 0;
    for (int p = profiles.nextSetBit(0); p >= 0; p = profiles.nextSetBit(p + 1)) {
      Profile profile = options.profiles().get(p);
      if (profile.cpuOnly()) {
        int chunks = options.jobs(p, problem.typeOf[node]);
        cpus += profile.cpus() * chunks;
        mem += profile.mem() * chunks;
      } else {
        cpusPerGpu = Math.max(cpusPerGpu, profile.cpus());
        memPerGpu = Math.max(memPerGpu, profile.mem());
      }
    }
    boolean cpusBind = cpus + cpusPerGpu * free.gpusFree() > free.cpusFree();
    boolean memBinds = mem + memPerGpu * free.gpusFree() > free.memMbFree();
    return new Key(
        problem.typeOf[node],
        free.gpusFree(),
        cpusBind ? free.cpusFree() : Double.POSITIVE_INFINITY,
        memBinds ? free.memMbFree() : Double.POSITIVE_INFINITY,
        problem.costs().ofTouch(node),
        profiles);
  }

  private List<Lane> lanes(Key key) {
    Map<List<Object>, BitSet> groups = new LinkedHashMap<>();
    for (boolean cpuOnly : new boolean[] {false, true}) {
      for (int p = key.profiles.nextSetBit(0); p >= 0; p = key.profiles.nextSetBit(p + 1)) {
        Profile profile = options.profiles().get(p);
        if (profile.cpuOnly() == cpuOnly) {
          double cpus = Double.isInfinite(key.cpus) ? 0 : profile.cpus();
          double mem = Double.isInfinite(key.mem) ? 0 : profile.mem();
          groups.computeIfAbsent(List.of(cpus, mem, cpuOnly), k -> new BitSet()).set(p);
        }
      }
    }
    List<Lane> lanes = new ArrayList<>();
    groups.forEach(
        (group, profiles) -> {
          boolean cpuOnly = (boolean) group.get(2);
          int most =
              cpuOnly ? profiles.stream().map(p -> options.jobs(p, key.type)).sum() : key.gpus;
          lanes.add(
              new Lane((double) group.get(0), (double) group.get(1), cpuOnly, most, profiles));
        });
    return lanes;
  }

  private record Key(
      int type, int gpus, double cpus, double mem, double touchCost, BitSet profiles) {
    NodeClass toClass(List<Lane> lanes, List<Integer> nodes) {
      return new NodeClass(type, gpus, cpus, mem, touchCost, lanes, nodes);
    }
  }
}
