package io.rltune.solver;

import java.util.List;

/**
 * Nodes that are equal to every job of the instance.
 *
 * @param type number of the GPU type
 * @param gpus free GPUs
 * @param cpus free CPUs, infinite where they cannot run out
 * @param mem free MiB, infinite where it cannot run out
 * @param touchCost cost of using a node at all
 * @param lanes what the nodes can be used for: GPU lanes first
 * @param nodes numbers of the nodes, ascending
 */
record NodeClass(
    int type,
    int gpus,
    double cpus,
    double mem,
    double touchCost,
    List<Lane> lanes,
    List<Integer> nodes) {

  /** Whether GPUs are all that can run out. */
  boolean onlyGpusBind() {
    return Double.isInfinite(cpus) && Double.isInfinite(mem);
  }

  /** The lane of a profile, or -1. */
  int laneOf(int profile) {
    for (int i = 0; i < lanes.size(); i++) {
      if (lanes.get(i).profiles().get(profile)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a node holds so much of each lane. */
  boolean holds(int[] amounts) {
    double usedGpus = 0;
    double usedCpus = 0;
    double usedMem = 0;
    for (int i = 0; i < amounts.length; i++) {
      Lane lane = lanes.get(i);
      usedGpus += lane.cpuOnly() ? 0 : amounts[i];
      usedCpus += lane.cpus() * amounts[i];
      usedMem += lane.mem() * amounts[i];
    }
    return usedGpus <= gpus
        && usedCpus <= cpus + JobRules.CPU_TOLERANCE
        && usedMem <= mem + JobRules.MEM_TOLERANCE;
  }
}
