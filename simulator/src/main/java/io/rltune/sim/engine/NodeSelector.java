package io.rltune.sim.engine;

import io.rltune.sim.cluster.NodeSpec;
import java.util.BitSet;
import java.util.List;

/**
 * Chooses nodes as select/cons_tres does (job_test.c, _eval_nodes and _eval_nodes_lln). The nodes
 * that can take the job form sets: neighbours in the node table with the same weight. The lowest
 * weight comes first, then the set with the fewest free CPUs that suffices; a single node is the
 * one with the fewest free CPUs in its set, several are taken from the set's beginning. With CR_LLN
 * the nodes with the most free CPUs come first. Not thread-safe: it works in arrays of its own.
 */
final class NodeSelector {
  private final long[] weight;
  private final boolean leastLoaded;
  private final int[] candidate;
  private final int[] cpus;
  private final int[] setFrom;
  private final int[] setUntil;
  private final int[] setCpus;
  private final boolean[] chosen;
  private int count;

  NodeSelector(List<NodeSpec> nodes, boolean leastLoaded) {
    this.weight = nodes.stream().mapToLong(NodeSpec::weight).toArray();
    this.leastLoaded = leastLoaded;
    this.candidate = new int[nodes.size()];
    this.cpus = new int[nodes.size()];
    this.setFrom = new int[nodes.size()];
    this.setUntil = new int[nodes.size()];
    this.setCpus = new int[nodes.size()];
    this.chosen = new boolean[nodes.size()];
  }

  /**
   * The nodes for the job, or null where it does not fit.
   *
   * @param allowed nodes that may be used
   */
  int[] select(SimJob job, FreeResources free, BitSet allowed) {
    if (job.required.length > 0) {
      return withRequired(job, free, allowed);
    }
    begin();
    for (int node : job.shape.nodes) {
      if (free.fits(job.shape, node) && allowed.get(node)) {
        offer(node, free.cpus[node]);
      }
    }
    return choose(job.nodeCount, job.cpusPerNode);
  }

  /** Forgets the nodes offered so far. */
  void begin() {
    count = 0;
  }

  /** Offers a node, in ascending order, with the CPUs that it has free. */
  void offer(int node, int freeCpus) {
    candidate[count] = node;
    cpus[count++] = freeCpus;
  }

  /** Chooses among the nodes offered; null where they are too few. */
  int[] choose(int nodeCount, int cpusPerNode) {
    if (count < nodeCount) {
      return null;
    }
    if (leastLoaded) {
      return leastLoaded(nodeCount);
    }
    return nodeCount == 1 ? new int[] {single()} : several(nodeCount, nodeCount * cpusPerNode);
  }

  private int[] withRequired(SimJob job, FreeResources free, BitSet allowed) {
    for (int node : job.required) {
      if (!allowed.get(node) || !free.fits(job.shape, node)) {
        return null;
      }
    }
    int missing = job.nodeCount - job.required.length;
    if (missing == 0) {
      return job.required.clone();
    }
    begin();
    for (int node : job.shape.nodes) {
      if (free.fits(job.shape, node) && allowed.get(node) && !Views.contains(job.required, node)) {
        offer(node, free.cpus[node]);
      }
    }
    int[] others = choose(missing, job.cpusPerNode);
    if (others == null) {
      return null;
    }
    BitSet all = new BitSet();
    for (int node : others) {
      all.set(node);
    }
    for (int node : job.required) {
      all.set(node);
    }
    return all.stream().toArray();
  }

  private boolean opensSet(int place) {
    return place == 0
        || candidate[place] != candidate[place - 1] + 1
        || weight[candidate[place]] != weight[candidate[place - 1]];
  }

  private int single() {
    int best = -1;
    long bestWeight = 0;
    int bestCpus = 0;
    int place = 0;
    while (place < count) {
      int tightest = place;
      int sum = cpus[place];
      int next = place + 1;
      while (next < count && !opensSet(next)) {
        sum += cpus[next];
        if (cpus[next] < cpus[tightest]) {
          tightest = next;
        }
        next++;
      }
      long setWeight = weight[candidate[place]];
      if (best < 0 || setWeight < bestWeight || (setWeight == bestWeight && sum < bestCpus)) {
        best = candidate[tightest];
        bestWeight = setWeight;
        bestCpus = sum;
      }
      place = next;
    }
    return best;
  }

  private int[] several(int nodeCount, int cpusWanted) {
    int sets = 0;
    for (int place = 0; place < count; place++) {
      chosen[place] = false;
      if (opensSet(place)) {
        setFrom[sets] = place;
        setCpus[sets] = 0;
        sets++;
      }
      setUntil[sets - 1] = place + 1;
      setCpus[sets - 1] += cpus[place];
    }
    int nodesLeft = nodeCount;
    int cpusLeft = cpusWanted;
    while (nodesLeft > 0) {
      int set = bestSet(sets, nodesLeft, cpusLeft);
      if (nodesLeft == 1) {
        chosen[tightest(set)] = true;
        break;
      }
      for (int place = setFrom[set]; place < setUntil[set] && nodesLeft > 0; place++) {
        chosen[place] = true;
        nodesLeft--;
        cpusLeft -= cpus[place];
      }
      setUntil[set] = setFrom[set];
    }
    return collect(nodeCount);
  }

  private int bestSet(int sets, int nodesWanted, int cpusWanted) {
    int best = -1;
    boolean bestSuffices = false;
    for (int set = 0; set < sets; set++) {
      int nodes = setUntil[set] - setFrom[set];
      if (nodes == 0) {
        continue;
      }
      boolean suffices = setCpus[set] >= cpusWanted && nodes >= nodesWanted;
      if (best < 0 || isBetter(set, suffices, best, bestSuffices)) {
        best = set;
        bestSuffices = suffices;
      }
    }
    return best;
  }

  private boolean isBetter(int set, boolean suffices, int best, boolean bestSuffices) {
    long setWeight = weight[candidate[setFrom[set]]];
    long bestWeight = weight[candidate[setFrom[best]]];
    if (setWeight != bestWeight) {
      return setWeight < bestWeight;
    }
    return suffices ? !bestSuffices || setCpus[set] < setCpus[best] : setCpus[set] > setCpus[best];
  }

  private int tightest(int set) {
    int best = setFrom[set];
    for (int place = best + 1; place < setUntil[set]; place++) {
      if (cpus[place] < cpus[best]) {
        best = place;
      }
    }
    return best;
  }

  private int[] leastLoaded(int nodeCount) {
    for (int place = 0; place < count; place++) {
      chosen[place] = false;
    }
    for (int i = 0; i < nodeCount; i++) {
      int best = -1;
      for (int place = 0; place < count; place++) {
        if (!chosen[place] && (best < 0 || isLessLoaded(place, best))) {
          best = place;
        }
      }
      chosen[best] = true;
    }
    return collect(nodeCount);
  }

  private boolean isLessLoaded(int place, int than) {
    long byWeight = weight[candidate[place]] - weight[candidate[than]];
    return byWeight != 0 ? byWeight < 0 : cpus[place] > cpus[than];
  }

  private int[] collect(int nodeCount) {
    int[] nodes = new int[nodeCount];
    int found = 0;
    for (int place = 0; place < count; place++) {
      if (chosen[place]) {
        nodes[found++] = candidate[place];
      }
    }
    return nodes;
  }
}
