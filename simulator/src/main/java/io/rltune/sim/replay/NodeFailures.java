package io.rltune.sim.replay;

/**
 * A seeded model of nodes that fail or are drained: each node on its own, with exponential times
 * between failures and to repair.
 *
 * @param mtbfS mean seconds between the end of a repair and the next failure of one node; infinite
 *     without failures
 * @param mttrS mean seconds to repair
 * @param drainShare share of the failures that are announced: the node is drained, so that running
 *     jobs end in peace, instead of losing them; 0..1
 */
public record NodeFailures(double mtbfS, double mttrS, double drainShare) {
  /** Nodes never fail. */
  public static final NodeFailures NONE = new NodeFailures(Double.POSITIVE_INFINITY, 1, 0);

  public NodeFailures {
    if (!(mtbfS > 0) || !(mttrS > 0) || !(drainShare >= 0 && drainShare <= 1)) {
      throw new IllegalArgumentException(
          "node failures: mtbf %s s and mttr %s s must be positive, drain share %s within 0..1"
              .formatted(mtbfS, mttrS, drainShare));
    }
  }

  /** Whether any node ever fails. */
  public boolean isActive() {
    return Double.isFinite(mtbfS);
  }
}
