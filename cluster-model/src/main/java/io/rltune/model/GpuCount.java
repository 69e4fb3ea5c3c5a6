package io.rltune.model;

/**
 * GPUs of one type on one node.
 *
 * @param total whole GPUs configured
 * @param used whole GPUs allocated, 0 to total
 */
public record GpuCount(int total, int used) {
  public GpuCount {
    if (total < 0 || used < 0) {
      throw new IllegalArgumentException("GPU count total=" + total + " used=" + used);
    }
  }

  public int free() {
    return Math.max(0, total - used);
  }
}
