package io.rltune.sim.engine;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** The running jobs of each node, in order of the ends of their time limits. */
final class NodeRuns {
  private final SimJob[][] jobs;
  private final int[] counts;

  /** Counts the changes of each node. */
  final long[] version;

  /** Counts the changes of all nodes. */
  long changes;

  NodeRuns(int nodes) {
    jobs = new SimJob[nodes][4];
    counts = new int[nodes];
    version = new long[nodes];
  }

  int count(int node) {
    return counts[node];
  }

  SimJob job(int node, int place) {
    return jobs[node][place];
  }

  /** Every running job once. */
  Set<SimJob> all() {
    Set<SimJob> all = new LinkedHashSet<>();
    for (int node = 0; node < counts.length; node++) {
      all.addAll(Arrays.asList(jobs[node]).subList(0, counts[node]));
    }
    return all;
  }

  void add(int node, SimJob job) {
    SimJob[] list = jobs[node];
    int count = counts[node]++;
    if (count == list.length) {
      list = Arrays.copyOf(list, 2 * count);
      jobs[node] = list;
    }
    int at = count;
    while (at > 0 && list[at - 1].limitEndS > job.limitEndS) {
      list[at] = list[at - 1];
      at--;
    }
    list[at] = job;
    version[node]++;
    changes++;
  }

  void remove(int node, SimJob job) {
    SimJob[] list = jobs[node];
    int last = --counts[node];
    int at = 0;
    while (list[at] != job) {
      at++;
    }
    System.arraycopy(list, at + 1, list, at, last - at);
    list[last] = null;
    version[node]++;
    changes++;
  }
}
