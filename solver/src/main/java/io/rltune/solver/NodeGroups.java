package io.rltune.solver;

import io.rltune.solver.PlacementInstance.NodeExtras;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Nodes with the same of everything, whatever jobs there are; of each type, the emptiest first. */
final class NodeGroups {
  private final Problem problem;
  private final List<List<Group>> byType = new ArrayList<>();

  /**
   * Equal nodes.
   *
   * @param nodes their numbers
   */
  record Group(int type, int gpus, double cpus, double mem, double touchCost, List<Integer> nodes) {
    int any() {
      return nodes.get(0);
    }
  }

  private record Key(
      int gpus, int cpus, long mem, double load, NodeExtras extras, Set<Integer> restrictions) {}

  NodeGroups(Problem problem) {
    this.problem = problem;
    Set<BitSet> restrictions = new HashSet<>();
    for (int j = 0; j < problem.jobCount(); j++) {
      restrictions.add(problem.allowed(j));
    }
    List<BitSet> distinct = new ArrayList<>(restrictions);
    for (int type = 0; type < problem.typeCount(); type++) {
      Map<Key, List<Integer>> lists = new HashMap<>();
      for (int node : problem.nodesOfType(type)) {
        PlaceableNode free = problem.nodes.get(node);
        Set<Integer> admitted = new HashSet<>();
        for (int r = 0; r < distinct.size(); r++) {
          if (distinct.get(r).get(node)) {
            admitted.add(r);
          }
        }
        Key key =
            new Key(
                free.gpusFree(),
                free.cpusFree(),
                free.memMbFree(),
                problem.costs().perGpu(node),
                withoutSwitches(free.extras()),
                admitted);
        lists.computeIfAbsent(key, k -> new ArrayList<>()).add(node);
      }
      List<Group> groups = new ArrayList<>();
      for (List<Integer> nodes : lists.values()) {
        PlaceableNode free = problem.nodes.get(nodes.get(0));
        groups.add(
            new Group(
                type,
                free.gpusFree(),
                free.cpusFree() + JobRules.CPU_TOLERANCE,
                free.memMbFree() + JobRules.MEM_TOLERANCE,
                problem.costs().ofTouch(nodes.get(0)),
                nodes));
      }
      groups.sort(
          Comparator.comparingInt((Group g) -> -g.gpus)
              .thenComparingDouble(g -> -g.cpus)
              .thenComparing(Group::any));
      byType.add(groups);
    }
  }

  private static NodeExtras withoutSwitches(NodeExtras extras) {
    return new NodeExtras(
        extras.other(),
        extras.jobSlots(),
        extras.idle(),
        extras.poweredOn(),
        List.of(),
        extras.gpuGroups());
  }

  List<Group> ofType(int type) {
    return byType.get(type);
  }

  /** Most GPUs that any node of the type could give the job. */
  int largestChunk(int job, int type) {
    int wanted = problem.jobs.get(job).gpus();
    int largest = 0;
    for (Group group : byType.get(type)) {
      if (group.gpus <= largest) {
        break;
      }
      if (problem.allowed(job).get(group.any())) {
        largest = Math.max(largest, Math.min(wanted, problem.mostGpus(job, group.any())));
        if (largest == wanted) {
          break;
        }
      }
    }
    return largest;
  }
}
