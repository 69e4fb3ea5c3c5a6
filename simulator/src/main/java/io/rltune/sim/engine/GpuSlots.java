package io.rltune.sim.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which GPUs of a node, by index, each job holds; kept only where someone may look. */
final class GpuSlots {
  private final BitSet[] used;
  private final Map<Long, List<List<Integer>>> byJob = new HashMap<>();

  GpuSlots(int nodes) {
    used = new BitSet[nodes];
    for (int i = 0; i < nodes; i++) {
      used[i] = new BitSet();
    }
  }

  void take(SimJob job) {
    List<List<Integer>> indexes = new ArrayList<>();
    for (int node : job.nodes) {
      List<Integer> onNode = new ArrayList<>();
      for (int i = 0; i < job.gpusPerNode; i++) {
        int slot = used[node].nextClearBit(0);
        used[node].set(slot);
        onNode.add(slot);
      }
      indexes.add(List.copyOf(onNode));
    }
    byJob.put(job.id, indexes);
  }

  /** Frees them; a finished job still shows which it had. */
  void give(SimJob job) {
    for (int i = 0; i < job.nodes.length; i++) {
      byJob.get(job.id).get(i).forEach(used[job.nodes[i]]::clear);
    }
  }

  /** Indexes on the job's i-th node. */
  List<Integer> of(SimJob job, int i) {
    return byJob.get(job.id).get(i);
  }

  List<Integer> usedOn(int node) {
    return used[node].stream().boxed().toList();
  }
}
