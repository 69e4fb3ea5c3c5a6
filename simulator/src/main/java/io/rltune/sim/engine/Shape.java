package io.rltune.sim.engine;

import java.util.BitSet;

/**
 * What a job asks for. Jobs that ask alike share one, so that what a scheduler learns about one of
 * them it knows about all: where one failed and nothing was given back since, the others fail too.
 */
final class Shape {
  /** Number in order of first appearance, from 0. */
  final int index;

  final SimPartition partition;
  final String gpuType;
  final int nodeCount;
  final int gpus;
  final int cpus;
  final long memMb;

  /** Nodes that could run it if they were empty. */
  final BitSet eligible;

  /** The same as ascending indexes. */
  final int[] nodes;

  /** Pending jobs of this shape. */
  int queued;

  /** Value of {@link Controller#gains} when it was last seen not to fit. */
  long failedAt = -1;

  /** Backfill's notes on it. */
  final ShapePlan plan = new ShapePlan();

  /** What makes two jobs ask alike; per node. */
  record Key(int partition, String gpuType, int nodeCount, int gpus, int cpus, long memMb) {}

  Shape(int index, SimPartition partition, Key key, BitSet eligible) {
    this.index = index;
    this.partition = partition;
    this.gpuType = key.gpuType;
    this.nodeCount = key.nodeCount;
    this.gpus = key.gpus;
    this.cpus = key.cpus;
    this.memMb = key.memMb;
    this.eligible = eligible;
    this.nodes = eligible.stream().toArray();
  }
}
