package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import java.util.List;

/** Rows of who may share a node: job slots, further resource kinds, exclusive jobs. */
final class NodeSharing {
  /**
   * A job on a node.
   *
   * @param variable says whether the job uses the node
   * @param amount says, times {@code each}, with how many GPUs; the same variable where that is
   *     fixed
   */
  record Use(int job, int variable, int amount, int each) {}

  private NodeSharing() {}

  static void limit(Problem problem, MilpModel milp, List<List<Use>> usesByNode) {
    for (int node = 0; node < usesByNode.size(); node++) {
      List<Use> uses = usesByNode.get(node);
      int slots = problem.nodes.get(node).extras().jobSlots();
      if (slots < problem.jobCount()) {
        Row row = milp.atMost(slots);
        uses.forEach(use -> row.add(use.variable, 1));
      }
      for (int k = 0; k < problem.other.count(); k++) {
        limitKind(problem, milp, uses, node, k);
      }
      keepAlone(problem, milp, uses);
    }
  }

  private static void limitKind(
      Problem problem, MilpModel milp, List<Use> uses, int node, int kind) {
    Row row = milp.atMost(problem.other.free(kind, node));
    for (Use use : uses) {
      int perNode = problem.other.perNode(use.job, kind);
      double withGpus = (double) use.each * problem.other.perGpu(use.job, kind, node);
      if (use.amount == use.variable) {
        row.add(use.variable, perNode + withGpus);
      } else {
        row.add(use.variable, perNode).add(use.amount, withGpus);
      }
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
