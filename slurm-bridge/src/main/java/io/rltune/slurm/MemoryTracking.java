package io.rltune.slurm;

import io.rltune.model.Job;
import io.rltune.model.Node;
import java.util.List;

/**
 * Whether the cluster hands out memory at all. Where SelectTypeParameters has no {@code _Memory},
 * Slurm ignores memory requests, and shows every job that makes none exactly as it shows {@code
 * --mem=0}: as asking for all memory of its nodes.
 */
final class MemoryTracking {
  private MemoryTracking() {}

  /**
   * Whether memory is tracked: not so when CPUs are in use and not one MiB is.
   *
   * @param before what was known before; an idle cluster does not tell
   */
  static boolean isOn(List<Node> nodeList, boolean before) {
    boolean memoryInUse = nodeList.stream().anyMatch(node -> node.memMbUsed() > 0);
    boolean cpusInUse = nodeList.stream().anyMatch(node -> node.cpusUsed() > 0);
    return memoryInUse || (before && !cpusInUse);
  }

  /** The same job without any memory request. */
  static Job withoutMemory(Job job) {
    return job.withRequest(job.request().withoutMemory());
  }
}
