package io.rltune.sim.engine;

/** Why a job waits, by Slurm's names (job_reason_codes). */
public enum PendingReason {
  NONE("None"),
  PRIORITY("Priority"),
  RESOURCES("Resources"),
  REQ_NODE_NOT_AVAIL("ReqNodeNotAvail"),
  BAD_CONSTRAINTS("BadConstraints"),
  JOB_HELD_ADMIN("JobHeldAdmin");

  private final String label;

  PendingReason(String label) {
    this.label = label;
  }

  /** The name as Slurm prints it. */
  public String label() {
    return label;
  }
}
