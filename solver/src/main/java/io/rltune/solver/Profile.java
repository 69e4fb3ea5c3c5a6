package io.rltune.solver;

import java.util.BitSet;

/**
 * What a chunk needs: jobs of one profile can take each other's places on nodes.
 *
 * @param cpus CPUs for each GPU; of a CPU-only job: on each node
 * @param mem MiB for each GPU; of a CPU-only job: on each node
 * @param allowed nodes that features and node lists leave
 * @param cpuOnly whether it needs no GPUs
 */
record Profile(double cpus, double mem, BitSet allowed, boolean cpuOnly) {}
