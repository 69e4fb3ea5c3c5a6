package io.rltune.solver;

/**
 * A job on one GPU type; of a CPU-only job: on one number of nodes.
 *
 * @param job number of the job
 * @param type number of the type
 * @param profile number of its profile: what each of its GPUs (or its share of a node) needs
 * @param gpus GPUs in all
 * @param minChunk fewest GPUs on a node
 * @param maxChunk most GPUs on a node
 * @param minNodes fewest nodes
 * @param maxNodes most nodes
 */
record StartOption(
    int job,
    int type,
    int profile,
    int gpus,
    int minChunk,
    int maxChunk,
    int minNodes,
    int maxNodes) {

  /** Whether it is known how many GPUs each node gives. */
  boolean isFixed() {
    return minChunk == maxChunk;
  }

  /** Nodes of a fixed option. */
  int fixedNodes() {
    return minChunk == 0 ? minNodes : gpus / minChunk;
  }

  /** What jobs have in common that can be divided alike. */
  StartOption withoutJob() {
    return new StartOption(-1, type, profile, gpus, minChunk, maxChunk, minNodes, maxNodes);
  }
}
