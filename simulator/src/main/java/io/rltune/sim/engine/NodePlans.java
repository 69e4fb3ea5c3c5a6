package io.rltune.sim.engine;

import java.util.Arrays;
import java.util.BitSet;

/** For each node the times for which backfill keeps it, in order of their beginnings. */
final class NodePlans {
  private final double[][] fromS;
  private final double[][] untilS;
  private final int[] counts;
  private final int[] touched;
  private int touchedCount;

  NodePlans(int nodes) {
    fromS = new double[nodes][4];
    untilS = new double[nodes][4];
    counts = new int[nodes];
    touched = new int[nodes];
  }

  void clear() {
    for (int i = 0; i < touchedCount; i++) {
      counts[touched[i]] = 0;
    }
    touchedCount = 0;
  }

  void nodesInto(BitSet nodes) {
    nodes.clear();
    for (int i = 0; i < touchedCount; i++) {
      nodes.set(touched[i]);
    }
  }

  void reserve(int[] nodes, double startS, double endS) {
    for (int node : nodes) {
      int count = counts[node]++;
      if (count == 0) {
        touched[touchedCount++] = node;
      }
      if (count == fromS[node].length) {
        fromS[node] = Arrays.copyOf(fromS[node], 2 * count);
        untilS[node] = Arrays.copyOf(untilS[node], 2 * count);
      }
      int at = count;
      while (at > 0 && fromS[node][at - 1] > startS) {
        fromS[node][at] = fromS[node][at - 1];
        untilS[node][at] = untilS[node][at - 1];
        at--;
      }
      fromS[node][at] = startS;
      untilS[node][at] = endS;
    }
  }

  /** The first moment from which on the node is kept for nobody for so long. */
  double firstGap(int node, double earliestS, double lengthS) {
    int count = counts[node];
    double atS = earliestS;
    double[] from = fromS[node];
    double[] until = untilS[node];
    for (int i = 0; i < count && from[i] < atS + lengthS; i++) {
      atS = Math.max(atS, until[i]);
    }
    return atS;
  }
}
