package io.rltune.policy.ppo;

import java.util.Arrays;

/**
 * Sorts numbers by keys, greatest first, equal keys in order of the numbers, in buffers that are
 * kept. Not thread-safe.
 */
public final class Descending {
  private double[] keys = new double[0];
  private long[] sortable = new long[0];
  private int[] order = new int[0];

  /** Room for the keys of a call of {@link #order(int)}. */
  double[] keys(int count) {
    if (keys.length < count) {
      keys = new double[2 * count];
      sortable = new long[2 * count];
      order = new int[2 * count];
    }
    return keys;
  }

  /**
   * Numbers by value.
   *
   * @return in the first {@code count} places; overwritten by the next call
   */
  public int[] order(float[] values, int count) {
    double[] room = keys(count);
    for (int i = 0; i < count; i++) {
      room[i] = values[i];
    }
    return order(count);
  }

  /** Numbers by {@link #keys}, compared as floats. */
  int[] order(int count) {
    for (int i = 0; i < count; i++) {
      int bits = Float.floatToIntBits((float) keys[i]);
      // Floats of either sign compare like these integers.
      int ordered = bits >= 0 ? bits : bits ^ Integer.MAX_VALUE;
      sortable[i] = ((long) ~ordered << 32) | i;
    }
    Arrays.sort(sortable, 0, count);
    for (int i = 0; i < count; i++) {
      order[i] = (int) sortable[i];
    }
    return order;
  }
}
