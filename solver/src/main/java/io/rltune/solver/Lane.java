package io.rltune.solver;

import java.util.BitSet;

/**
 * Profiles that a node class cannot tell apart: their chunks need the same of its nodes.
 *
 * @param cpus CPUs for each GPU (or each CPU-only chunk), 0 where CPUs cannot run out
 * @param mem MiB for each GPU (or each CPU-only chunk), 0 where memory cannot run out
 * @param cpuOnly whether its chunks need no GPUs
 * @param most most GPUs (or CPU-only chunks) that could be wanted of one node
 * @param profiles numbers of the profiles
 */
record Lane(double cpus, double mem, boolean cpuOnly, int most, BitSet profiles) {}
