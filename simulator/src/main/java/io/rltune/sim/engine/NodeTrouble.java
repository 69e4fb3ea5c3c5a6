package io.rltune.sim.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Draws when nodes fail, how, and for how long; each node from a stream of its own. */
final class NodeTrouble {
  private final double mtbfS;
  private final double mttrS;
  private final double drainShare;
  private final SplittableRandom seeds;
  private final Map<Integer, SplittableRandom> streams = new HashMap<>();
  private final Map<Integer, NodeView.Health> health = new HashMap<>();

  NodeTrouble(double mtbfS, double mttrS, double drainShare, SplittableRandom seeds) {
    this.mtbfS = mtbfS;
    this.mttrS = mttrS;
    this.drainShare = drainShare;
    this.seeds = seeds;
  }

  double untilFailureS(int node) {
    return exponential(node, mtbfS);
  }

  double untilRepairS(int node) {
    return exponential(node, mttrS);
  }

  /** What becomes of the node now: it fails, is drained, or comes back. */
  NodeView.Health next(int node) {
    boolean isUp = health.getOrDefault(node, NodeView.Health.UP) == NodeView.Health.UP;
    NodeView.Health next = NodeView.Health.UP;
    if (isUp) {
      boolean drains = stream(node).nextDouble() < drainShare;
      next = drains ? NodeView.Health.DRAIN : NodeView.Health.DOWN;
    }
    health.put(node, next);
    return next;
  }

  private double exponential(int node, double meanS) {
    return -meanS * Math.log1p(-stream(node).nextDouble());
  }

  private SplittableRandom stream(int node) {
    return streams.computeIfAbsent(node, n -> seeds.split());
  }
}
