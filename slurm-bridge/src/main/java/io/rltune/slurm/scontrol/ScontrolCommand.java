package io.rltune.slurm.scontrol;

import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SentUpdate;
import io.rltune.slurm.grammar.Hostlist;

/** An update in scontrol's own language. Source: scontrol(1). */
final class ScontrolCommand {
  private ScontrolCommand() {}

  /** One line, built only of our own words, numbers, and names that were checked before. */
  static String of(SentUpdate sent) {
    String line = of(sent.update());
    return sent.isConditional() ? line + " Account=" + sent.account() : line;
  }

  private static String of(JobUpdate update) {
    String job = Long.toString(update.jobId());
    if (update instanceof JobUpdate.SiteFactor factor) {
      return "update JobId=" + job + " SiteFactor=" + factor.value();
    }
    if (update instanceof JobUpdate.Priority priority) {
      return "update JobId=" + job + " Priority=" + priority.value();
    }
    if (update instanceof JobUpdate.Nice nice) {
      return "update JobId=" + job + " Nice=" + nice.value();
    }
    if (update instanceof JobUpdate.RestoreNice nice) {
      return "update JobId=" + job + " Nice=" + nice.value();
    }
    if (update instanceof JobUpdate.NodeList list) {
      return "update JobId=" + job + " ReqNodeList=" + Hostlist.compress(list.nodes());
    }
    if (update instanceof JobUpdate.ClearNodeList) {
      return "update JobId=" + job + " ReqNodeList=";
    }
    // "update Priority=INFINITE" is refused; this is what scontrol itself has for it. On a job that
    // is not held it only makes Slurm calculate the priority again, and the caller has just read
    // that the job is not held.
    return "release " + job;
  }
}
