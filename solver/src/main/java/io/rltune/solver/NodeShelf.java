package io.rltune.solver;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Nodes of one type, sorted by how many GPUs are free and, among those of equally many, touched
 * nodes before fresh ones. Lists through arrays: moving a node costs no search.
 */
final class NodeShelf {
  private static final int NONE = -1;

  /** By level: the first node, or -1. */
  private final int[] head;

  /** By level that has nodes: the last one. */
  private final int[] tail;

  private final int[] next;
  private final int[] previous;
  private final int[] levelOf;
  private final BitSet filled;

  /**
   * An empty shelf.
   *
   * @param mostGpus most GPUs that a node can have free
   * @param nodeCount nodes of all types: they keep their numbers
   */
  NodeShelf(int mostGpus, int nodeCount) {
    head = new int[2 * mostGpus + 2];
    Arrays.fill(head, NONE);
    tail = new int[head.length];
    next = new int[nodeCount];
    previous = new int[nodeCount];
    levelOf = new int[nodeCount];
    filled = new BitSet(head.length);
  }

  /** The level of nodes with so many GPUs free: twice that, and one more for fresh nodes. */
  static int level(int gpus, boolean touched) {
    return 2 * gpus + (touched ? 0 : 1);
  }

  /** Puts a node last on its level, so that the others there are tried before it comes again. */
  void add(int node, int gpus, boolean touched) {
    int level = level(gpus, touched);
    levelOf[node] = level;
    next[node] = NONE;
    if (head[level] == NONE) {
      filled.set(level);
      head[level] = node;
      previous[node] = NONE;
    } else {
      next[tail[level]] = node;
      previous[node] = tail[level];
    }
    tail[level] = node;
  }

  void remove(int node) {
    int level = levelOf[node];
    if (previous[node] != NONE) {
      next[previous[node]] = next[node];
    } else {
      head[level] = next[node];
    }
    if (next[node] != NONE) {
      previous[next[node]] = previous[node];
    } else {
      tail[level] = previous[node];
    }
    if (head[level] == NONE) {
      filled.clear(level);
    }
  }

  /** The lowest level from this one on that has nodes, or -1. */
  int levelFrom(int level) {
    return level >= head.length ? NONE : filled.nextSetBit(level);
  }

  /** The highest level up to this one that has nodes, or -1. */
  int levelUpTo(int level) {
    return level < 0 ? NONE : filled.previousSetBit(Math.min(level, head.length - 1));
  }

  /** The first node of a level that has nodes. */
  int first(int level) {
    return head[level];
  }

  /** The node after another on its level, or -1. */
  int after(int node) {
    return next[node];
  }
}
