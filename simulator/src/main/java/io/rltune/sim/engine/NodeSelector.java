package io.rltune.sim.engine;

import io.rltune.sim.cluster.NodeSpec;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses nodes as select/cons_tres does by default: required nodes first, then low weight, then
 * the tightest fit.
 */
final class NodeSelector {
  private final List<NodeSpec> nodes;

  NodeSelector(List<NodeSpec> nodes) {
    this.nodes = nodes;
  }

  /**
   * The nodes for the job, or null where it does not fit.
   *
   * @param allowed nodes that may be used
   */
  int[] select(SimJob job, FreeResources free, BitSet allowed) {
    for (int node : job.required) {
      if (!allowed.get(node) || !free.fits(job, node)) {
        return null;
      }
    }
    int missing = job.nodeCount - job.required.length;
    if (missing == 0) {
      return job.required.clone();
    }
    return job.nodeCount == 1 ? single(job, free, allowed) : several(job, free, allowed, missing);
  }

  private int[] single(SimJob job, FreeResources free, BitSet allowed) {
    int best = -1;
    for (int node = job.eligible.nextSetBit(0);
        node >= 0;
        node = job.eligible.nextSetBit(node + 1)) {
      if (allowed.get(node)
          && free.fits(job, node)
          && (best < 0 || compare(free, node, best) < 0)) {
        best = node;
      }
    }
    return best < 0 ? null : new int[] {best};
  }

  private int[] several(SimJob job, FreeResources free, BitSet allowed, int missing) {
    BitSet taken = new BitSet();
    for (int node : job.required) {
      taken.set(node);
    }
    List<Integer> fitting = new ArrayList<>();
    for (int node = job.eligible.nextSetBit(0);
        node >= 0;
        node = job.eligible.nextSetBit(node + 1)) {
      if (allowed.get(node) && !taken.get(node) && free.fits(job, node)) {
        fitting.add(node);
      }
    }
    if (fitting.size() < missing) {
      return null;
    }
    Comparator<Integer> order = (a, b) -> compare(free, a, b);
    fitting.sort(order);
    fitting.subList(0, missing).forEach(taken::set);
    return taken.stream().toArray();
  }

  private int compare(FreeResources free, int a, int b) {
    int byWeight = Long.compare(nodes.get(a).weight(), nodes.get(b).weight());
    if (byWeight != 0) {
      return byWeight;
    }
    int byGpus = Integer.compare(free.gpus[a], free.gpus[b]);
    if (byGpus != 0) {
      return byGpus;
    }
    int byCpus = Integer.compare(free.cpus[a], free.cpus[b]);
    return byCpus != 0 ? byCpus : Integer.compare(a, b);
  }
}
