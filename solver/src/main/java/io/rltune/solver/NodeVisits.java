package io.rltune.solver;

import io.rltune.solver.NodeGroups.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The order in which nodes bid, another one in each pass. Far from the limit equal nodes may bid
 * together, one for several: that saves most of the time and costs nothing.
 */
final class NodeVisits {
  /** Fewest bids of a group in a pass. */
  private static final int FEWEST = 4;

  private final Random random = new Random(1);
  private final int[] order;
  private final int[] sizes;
  private final int[] seen;
  private int together = 1;

  /** Visits the nodes of all groups. */
  NodeVisits(List<Group> groups) {
    List<Integer> visits = new ArrayList<>();
    sizes = groups.stream().mapToInt(group -> group.nodes().size()).toArray();
    seen = new int[sizes.length];
    for (int g = 0; g < sizes.length; g++) {
      for (int i = 0; i < sizes[g]; i++) {
        visits.add(g);
      }
    }
    order = visits.stream().mapToInt(g -> g).toArray();
  }

  /**
   * Begins a pass.
   *
   * @param most how many nodes may bid together
   */
  void begin(int most) {
    together = most;
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    Arrays.fill(seen, 0);
  }

  int count() {
    return order.length;
  }

  /** Group of a visit. */
  int group(int visit) {
    return order[visit];
  }

  /** For how many nodes the next visit of the group counts; 0: it is left out. */
  int weight(int group) {
    int weight = Math.min(together, Math.max(1, sizes[group] / FEWEST));
    return seen[group]++ % weight == 0 ? weight : 0;
  }
}
