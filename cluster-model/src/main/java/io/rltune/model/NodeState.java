package io.rltune.model;

import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * State of a node as Slurm gives it: a base state and flags.
 *
 * @param base upper case, e.g. {@code IDLE}, {@code MIXED}, {@code ALLOCATED}, {@code DOWN}
 * @param flags upper case, e.g. {@code DRAIN}, {@code PLANNED}, {@code COMPLETING}
 */
public record NodeState(String base, SortedSet<String> flags) {
  private static final Set<String> GOOD_BASES = Set.of("IDLE", "MIXED", "ALLOCATED");

  /** Flags that leave a node able to take jobs. */
  private static final Set<String> HARMLESS_FLAGS = Set.of("CLOUD", "DYNAMIC_NORM", "PLANNED");

  public NodeState {
    flags = Collections.unmodifiableSortedSet(new TreeSet<>(flags));
  }

  public NodeState(String base, Set<String> flags) {
    this(base, new TreeSet<>(flags));
  }

  /**
   * Whether the node is up and in service. An unknown base or flag is not: what we do not know, we
   * do not place on.
   */
  public boolean isInService() {
    return GOOD_BASES.contains(base) && HARMLESS_FLAGS.containsAll(flags);
  }

  /** Whether backfill keeps the node for a job that it planned. */
  public boolean isPlanned() {
    return flags.contains("PLANNED") || base.equals("PLANNED");
  }
}
