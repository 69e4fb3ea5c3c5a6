package io.rltune.model;

import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * State of a job as Slurm gives it: a base state and flags.
 *
 * @param base upper case, e.g. {@code PENDING}, {@code RUNNING}; an unknown one is kept as it came
 * @param flags upper case, e.g. {@code REQUEUE_HOLD}, {@code COMPLETING}, {@code CONFIGURING}
 */
public record JobState(String base, SortedSet<String> flags) {
  public static final JobState PENDING = new JobState("PENDING", Set.of());
  public static final JobState RUNNING = new JobState("RUNNING", Set.of());

  public JobState {
    flags = Collections.unmodifiableSortedSet(new TreeSet<>(flags));
  }

  public JobState(String base, Set<String> flags) {
    this(base, new TreeSet<>(flags));
  }

  /** Pending without any flag: the only state in which RLTune writes to a job. */
  public boolean isPlainPending() {
    return base.equals("PENDING") && flags.isEmpty();
  }

  public boolean isPending() {
    return base.equals("PENDING");
  }

  /** Holds its nodes: running, suspended or completing. */
  public boolean holdsNodes() {
    return base.equals("RUNNING") || base.equals("SUSPENDED") || flags.contains("COMPLETING");
  }
}
