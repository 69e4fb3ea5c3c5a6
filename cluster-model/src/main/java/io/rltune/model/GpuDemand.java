package io.rltune.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * GPUs that a job asks for in all, over all its nodes.
 *
 * @param byType whole GPUs by GPU type; the type {@code ""} means "any type". Counts are at least
 *     1.
 */
public record GpuDemand(SortedMap<String, Integer> byType) {
  /** The type of a GPU that was asked for, or registered, without one. */
  public static final String UNTYPED = "";

  public static final GpuDemand NONE = new GpuDemand(Collections.emptySortedMap());

  public GpuDemand {
    TreeMap<String, Integer> copy = new TreeMap<>(byType);
    copy.values().removeIf(count -> count == 0);
    copy.forEach(
        (type, count) -> {
          if (count < 0) {
            throw new IllegalArgumentException("negative GPU count " + count + " of " + type);
          }
        });
    byType = Collections.unmodifiableSortedMap(copy);
  }

  public static GpuDemand of(String type, int count) {
    return new GpuDemand(new TreeMap<>(Map.of(type, count)));
  }

  public static GpuDemand untyped(int count) {
    return of(UNTYPED, count);
  }

  /** GPUs of all types together. */
  public int total() {
    int total = 0;
    for (int count : byType.values()) {
      total += count;
    }
    return total;
  }

  public boolean isNone() {
    return byType.isEmpty();
  }

  /** Whether every GPU may be of any type. */
  public boolean isUntyped() {
    return byType.size() == 1 && byType.containsKey(UNTYPED);
  }
}
