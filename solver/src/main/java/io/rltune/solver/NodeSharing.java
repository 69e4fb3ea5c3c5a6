package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import java.util.List;

/** Rows of who may share a node: job slots, further resource kinds, exclusive jobs. */
final class NodeSharing {
  /** The variable that says whether a job uses the node. */
  record Use(int job, int variable) {}

  private NodeSharing() {}

  static void limit(Problem problem, MilpModel milp, List<List<Use>> usesByNode) {
    for (int node = 0; node < usesByNode.size(); node++) {
      List<Use> uses = usesByNode.get(node);
      int slots = problem.nodes.get(node).extras().jobSlots();
      if (slots < problem.jobCount()) {
        Row row = milp.atMost(slots);
        uses.forEach(use -> row.add(use.variable, 1));
      }
      for (int k = 0; k < problem.otherKinds.size(); k++) {
        Row row = milp.atMost(problem.otherFree[k][node]);
        for (Use use : uses) {
          int[] taken = problem.otherTaken[use.job];
          row.add(use.variable, taken == null ? 0 : taken[k]);
        }
      }
      keepAlone(problem, milp, uses);
    }
  }

  private static void keepAlone(Problem problem, MilpModel milp, List<Use> uses) {
    List<Use> exclusive = uses.stream().filter(use -> isExclusive(problem, use)).toList();
    if (exclusive.isEmpty()) {
      return;
    }
    Row alone = milp.atMost(1);
    exclusive.forEach(use -> alone.add(use.variable, 1));
    for (Use other : uses) {
      if (!isExclusive(problem, other)) {
        Row row = milp.atMost(1).add(other.variable, 1);
        exclusive.forEach(use -> row.add(use.variable, 1));
      }
    }
  }

  private static boolean isExclusive(Problem problem, Use use) {
    return problem.jobs.get(use.job).extras().exclusive();
  }
}
