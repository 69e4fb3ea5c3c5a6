package io.rltune.model;

/**
 * Why RLTune leaves a pending job to Slurm, or why it gets a priority but no nodes.
 *
 * @param jobId the job
 * @param kind what kind of reason
 * @param detail the field and value that decided it, for {@code rltune explain}
 */
public record Veto(long jobId, Kind kind, String detail) {
  /** Kinds of veto; {@link #placementOnly} ones still let the job be ordered. */
  public enum Kind {
    HELD(false),
    NOT_PENDING(false),
    UNKNOWN_FLAG(false),
    DEPENDENCY(false),
    BEGIN_TIME(false),
    ARRAY_THROTTLE(false),
    HET_JOB(false),
    BAD_CONSTRAINTS(false),
    EXCLUDED(false),
    ODD_RECORD(false),
    COOL_DOWN(false),
    FOREIGN_PRIORITY(false),
    LIMIT(true),
    ARRAY(true),
    OWN_NODE_LIST(true),
    VARIABLE_NODE_COUNT(true),
    ARBITRARY_DISTRIBUTION(true),
    RESERVATION(true),
    CONSTRAINT_EXPRESSION(true),
    UNKNOWN_RESOURCE(true);

    private final boolean placementOnly;

    Kind(boolean placementOnly) {
      this.placementOnly = placementOnly;
    }

    /** Whether the job may still be ordered, only not be given nodes. */
    public boolean placementOnly() {
      return placementOnly;
    }
  }
}
