package io.rltune.daemon.journal;

import io.rltune.slurm.JobUpdate;

/**
 * One change to one job, with what the journal keeps of it.
 *
 * @param update the change
 * @param oldValue the value before, as text
 * @param why why RLTune wants it
 */
public record PlannedWrite(JobUpdate update, String oldValue, String why) {
  public long jobId() {
    return update.jobId();
  }

  /** The field as Slurm names it. */
  public String field() {
    if (update instanceof JobUpdate.SiteFactor) {
      return "SiteFactor";
    }
    if (update instanceof JobUpdate.Nice || update instanceof JobUpdate.RestoreNice) {
      return "Nice";
    }
    return update instanceof JobUpdate.NodeList || update instanceof JobUpdate.ClearNodeList
        ? "ReqNodeList"
        : "Priority";
  }

  /** Whether the job carries something of ours once this is applied; an undo leaves nothing. */
  public boolean leavesSomething() {
    boolean undo =
        update instanceof JobUpdate.ClearNodeList
            || update instanceof JobUpdate.ResetPriority
            || update instanceof JobUpdate.RestoreNice
            || (update instanceof JobUpdate.SiteFactor factor && factor.value() == 0);
    return !undo;
  }

  public String newValue() {
    if (update instanceof JobUpdate.SiteFactor factor) {
      return Integer.toString(factor.value());
    }
    if (update instanceof JobUpdate.Priority priority) {
      return Long.toString(priority.value());
    }
    if (update instanceof JobUpdate.Nice nice) {
      return Integer.toString(nice.value());
    }
    if (update instanceof JobUpdate.RestoreNice nice) {
      return Integer.toString(nice.value());
    }
    if (update instanceof JobUpdate.NodeList list) {
      return String.join(",", list.nodes());
    }
    return update instanceof JobUpdate.ResetPriority ? "INFINITE" : "";
  }
}
