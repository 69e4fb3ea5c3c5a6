package io.rltune.sim.engine;

import io.rltune.sim.cluster.PartitionSpec;
import java.util.BitSet;

/** A partition and the indexes of its nodes. */
record SimPartition(int index, PartitionSpec spec, BitSet nodes) {}
