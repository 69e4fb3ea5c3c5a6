package io.rltune.daemon.explain;

import io.rltune.daemon.explain.JobExplanation.Life;
import io.rltune.daemon.explain.JobExplanation.Write;
import io.rltune.daemon.history.JobRun;
import java.util.List;

/** Why a job started when it did, from what the daemon saw and wrote before. */
final class Lives {
  private Lives() {}

  static Life of(JobRun run, List<Write> writes) {
    return new Life(
        run.submit(),
        run.eligible(),
        orNull(run.firstPlanned()),
        orNull(run.started()),
        orNull(run.ended()),
        run.hasStarted() ? Long.valueOf(run.waitS()) : null,
        run.mode(),
        run.agreed(),
        run.standing().position(),
        run.standing().of(),
        run.standing().role(),
        run.standing().veto(),
        run.standing().reason(),
        run.startedOn(),
        why(run, writes));
  }

  private static Long orNull(long time) {
    return time == 0 ? null : Long.valueOf(time);
  }

  private static String why(JobRun run, List<Write> writes) {
    if (!run.hasStarted()) {
      return "it was gone before the daemon saw it run: cancelled, or started and ended between two cycles";
    }
    if (run.firstSeen() == 0) {
      return "it ran before the daemon was there; slurmdbd told of it";
    }
    if (run.mode().isEmpty()) {
      return "it already ran when the daemon first saw it";
    }
    if (!run.standing().veto().isEmpty() && run.standing().position() == 0) {
      return "Slurm alone decided: RLTune left it alone (" + run.standing().veto() + ")";
    }
    boolean wrote = writes.stream().anyMatch(write -> write.outcome().equals("ok"));
    boolean onLease =
        writes.stream()
            .anyMatch(
                write ->
                    write.field().equals("ReqNodeList")
                        && write.outcome().equals("ok")
                        && write.at() <= run.started()
                        && !write.after().isEmpty());
    long late = run.firstPlanned() == 0 ? 0 : run.started() - run.firstPlanned();
    if (run.mode().equals("enforce") && onLease && run.agreed()) {
      return "RLTune's plan started it and gave it its nodes" + after(late);
    }
    if (run.agreed() && wrote) {
      return "RLTune's plan started it and put it in front of the queue" + after(late);
    }
    if (run.agreed()) {
      return "Slurm started it; RLTune's plan of the cycle before would have too"
          + (late > 60 ? ", first " + Durations.about(late) + " earlier" : "");
    }
    if (run.firstPlanned() > 0) {
      return "Slurm started it; RLTune would have started it "
          + Durations.about(late)
          + " earlier, but not in the cycle just before";
    }
    return "Slurm started it in a gap: RLTune's plan had other jobs before it (position "
        + run.standing().position()
        + " of "
        + run.standing().of()
        + ")";
  }

  private static String after(long seconds) {
    return seconds <= 0 ? "" : ", " + Durations.about(seconds) + " after it was first planned";
  }
}
