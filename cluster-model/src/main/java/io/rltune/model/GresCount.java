package io.rltune.model;

/**
 * Units of one generic resource other than GPUs on one node, e.g. FPGAs.
 *
 * @param total units configured, at least 0
 * @param used units allocated, or not to be had for another reason, at least 0
 */
public record GresCount(long total, long used) {
  public GresCount {
    if (total < 0 || used < 0) {
      throw new IllegalArgumentException("GRES count total=" + total + " used=" + used);
    }
  }

  public long free() {
    return Math.max(0, total - used);
  }
}
