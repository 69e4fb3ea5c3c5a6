package io.rltune.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Maximal ways to split a node of a class between its lanes: how many GPUs (or CPU-only chunks)
 * each lane may use, such that no lane could use one more. Any load that fits a node is within one
 * of them.
 */
final class Splits {
  private final NodeClass nodeClass;
  private final int limit;
  private final List<int[]> splits = new ArrayList<>();
  private final int[] amounts;
  private int visits;

  private Splits(NodeClass nodeClass, int limit) {
    this.nodeClass = nodeClass;
    this.limit = limit;
    amounts = new int[nodeClass.lanes().size()];
  }

  /** The splits, or null where there are more than the limit. */
  static List<int[]> of(NodeClass nodeClass, int limit) {
    Splits search = new Splits(nodeClass, limit);
    return search.extend(0) ? search.splits : null;
  }

  private boolean extend(int lane) {
    // The search itself is bounded too: most of what it visits may not be maximal.
    if (++visits > 50 * limit) {
      return false;
    }
    if (lane == amounts.length) {
      if (isMaximal()) {
        splits.add(Arrays.copyOf(amounts, amounts.length));
      }
      return splits.size() <= limit;
    }
    boolean complete = true;
    int most = nodeClass.lanes().get(lane).most();
    while (complete && amounts[lane] <= most && nodeClass.holds(amounts)) {
      complete = extend(lane + 1);
      amounts[lane]++;
    }
    amounts[lane] = 0;
    return complete;
  }

  private boolean isMaximal() {
    for (int i = 0; i < amounts.length; i++) {
      amounts[i]++;
      boolean more = amounts[i] <= nodeClass.lanes().get(i).most() && nodeClass.holds(amounts);
      amounts[i]--;
      if (more) {
        return false;
      }
    }
    return true;
  }
}
