package io.rltune.daemon.explain;

import io.rltune.daemon.explain.JobExplanation.Advice;
import io.rltune.daemon.explain.JobExplanation.Contribution;
import io.rltune.daemon.explain.JobExplanation.Life;
import io.rltune.daemon.explain.JobExplanation.Nodes;
import io.rltune.daemon.explain.JobExplanation.Queue;
import io.rltune.daemon.explain.JobExplanation.Request;
import io.rltune.daemon.explain.JobExplanation.Write;
import io.rltune.model.CleanText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/** An explanation in lines for people. */
public final class ExplainText {
  private static final int MOST_CONTRIBUTIONS = 6;
  private static final int MOST_WRITES = 10;

  private final LongFunction<String> time;
  private final List<String> lines = new ArrayList<>();

  private ExplainText(LongFunction<String> time) {
    this.time = time;
  }

  /**
   * The lines.
   *
   * @param time writes a moment, seconds since the epoch
   */
  public static List<String> lines(JobExplanation job, LongFunction<String> time) {
    ExplainText text = new ExplainText(time);
    text.head(job);
    if (job.queue() != null) {
      text.queue(job.queue());
      text.veto(job);
      text.start(job);
      text.nodes(job);
      text.advice(job.advice());
      text.score(job.queue());
    }
    if (job.life() != null) {
      text.life(job.life());
    }
    text.writes(job.writes());
    return List.copyOf(text.lines);
  }

  private void add(String label, String text) {
    lines.add(String.format("%-10s%s", label, text));
  }

  private void more(String text) {
    add("", text);
  }

  private void head(JobExplanation job) {
    Request r = job.request();
    String what =
        r.gpus() == 0
            ? r.cpus() + " CPUs"
            : r.gpus()
                + (r.gpuType().isEmpty() ? "" : " " + r.gpuType())
                + (r.gpus() == 1 ? " GPU" : " GPUs");
    lines.add(
        "Job "
            + job.jobId()
            + " \""
            + CleanText.line(r.name(), 60)
            + "\" of "
            + CleanText.field(r.user())
            + (r.account().isEmpty() ? "" : " (" + CleanText.field(r.account()) + ")")
            + ": "
            + CleanText.field(what)
            + (r.minNodes() > 1 ? " on " + r.minNodes() + " nodes" : "")
            + " for "
            + Durations.hms(r.timeLimitS() == null ? Long.MAX_VALUE : r.timeLimitS())
            + " in "
            + CleanText.field(String.join(",", r.partitions())));
    add("state", job.state() + " at " + time.apply(job.at()) + ", RLTune in mode " + job.mode());
  }

  private void queue(Queue q) {
    String slurm = "Slurm says " + CleanText.field(q.reason()) + ", priority " + q.priority();
    add("waiting", Durations.about(q.waitedS()) + "; " + slurm);
    if (q.position() > 0) {
      add("position", q.position() + " of " + q.of() + roleWords(q.role()));
    }
  }

  private static String roleWords(String role) {
    return switch (role) {
      case "starts_now" -> ": the plan starts it now";
      case "reserved" -> ": blocked, and the next to get nodes";
      default -> "";
    };
  }

  private void veto(JobExplanation job) {
    if (job.veto() == null) {
      return;
    }
    String lead =
        job.veto().managed() ? "in order, but RLTune picks no nodes: " : "left to Slurm: ";
    add("why", lead + job.veto().meaning() + " (" + CleanText.field(job.veto().detail()) + ")");
    if (!job.veto().action().equals("nothing")) {
      more("what to do: " + job.veto().action());
    }
  }

  private void start(JobExplanation job) {
    JobExplanation.Start s = job.start();
    if (s == null) {
      return;
    }
    if (s.latest() == null && s.earliest() == null) {
      add("start", "cannot be said: too far down the queue, or it fits on no nodes in sight");
      return;
    }
    String range =
        s.earliest() == null || s.earliest().equals(s.latest())
            ? "by " + moment(job, s.latest())
            : s.latest() == null
                ? "not before " + moment(job, s.earliest())
                : "between " + moment(job, s.earliest()) + " and " + moment(job, s.latest());
    add("start", range);
    more(s.basis());
  }

  private String moment(JobExplanation job, long at) {
    long in = at - job.at();
    return in <= 0 ? "now" : time.apply(at) + " (in " + Durations.about(in) + ")";
  }

  private void nodes(JobExplanation job) {
    Nodes n = job.nodes();
    if (n == null) {
      return;
    }
    if (!n.startsOn().isEmpty()) {
      add("nodes", "the plan starts it on " + names(n.startsOn().keySet()));
      if (!n.leased().isEmpty() && job.mode().equals("enforce")) {
        more("this node list is set on the job for a short time");
      }
    } else if (!n.keptFor().isEmpty()) {
      add("nodes", names(n.keptFor()) + " are kept for it");
    }
    int all = n.counts().values().stream().mapToInt(Integer::intValue).sum();
    add(
        n.startsOn().isEmpty() && n.keptFor().isEmpty() ? "nodes" : "",
        "of " + all + " nodes, needs " + Math.max(1, n.needed()) + ":");
    n.counts().forEach((verdict, count) -> more(String.format("%6d  %s", count, verdict)));
    if (!n.fitting().isEmpty() && n.startsOn().isEmpty()) {
      more("fit now: " + names(n.fitting()));
    }
    if (!n.blockers().isEmpty()) {
      StringBuilder jobs = new StringBuilder("first come jobs ");
      n.blockers().keySet().stream().limit(8).forEach(id -> jobs.append(id).append(' '));
      more(jobs.append(n.blockers().size() > 8 ? "..." : "").toString().strip());
    }
  }

  private static String names(Iterable<String> nodes) {
    return CleanText.field(String.join(", ", nodes));
  }

  private void advice(List<Advice> advice) {
    String label = "sooner";
    for (Advice item : advice) {
      add(label, CleanText.line(item.text(), 400));
      label = "";
    }
  }

  private void score(Queue q) {
    if (q.position() == 0) {
      return;
    }
    add("score", String.format(Locale.ROOT, "%.3f by policy %s", q.score(), q.policy()));
    for (Contribution c : q.contributions().stream().limit(MOST_CONTRIBUTIONS).toList()) {
      more(
          String.format(
              Locale.ROOT,
              "%+7.3f  %-18s %.2f (queue %.2f): %s",
              c.effect(),
              c.feature(),
              c.value(),
              c.queueMean(),
              c.meaning()));
    }
  }

  private void life(Life l) {
    if (l.started() != null) {
      add("started", time.apply(l.started()) + " after waiting " + Durations.about(l.waitS()));
      if (!l.nodes().isEmpty()) {
        more("on " + names(l.nodes()));
      }
    }
    if (l.ended() != null) {
      add("ended", "by " + time.apply(l.ended()));
    }
    add("why", l.why());
    if (l.position() > 0) {
      more(
          "before it stood at "
              + l.position()
              + " of "
              + l.of()
              + roleWords(l.role())
              + "; Slurm's reason was "
              + CleanText.field(l.reason()));
    }
  }

  private void writes(List<Write> writes) {
    if (writes.isEmpty()) {
      return;
    }
    add(
        "writes",
        writes.size() + " by RLTune" + (writes.size() > MOST_WRITES ? ", the last:" : ":"));
    writes.stream()
        .skip(Math.max(0, writes.size() - MOST_WRITES))
        .forEach(
            w ->
                more(
                    time.apply(w.at())
                        + " "
                        + w.field()
                        + " '"
                        + CleanText.line(w.before(), 60)
                        + "' -> '"
                        + CleanText.line(w.after(), 60)
                        + "': "
                        + CleanText.field(w.why())
                        + (w.outcome().equals("ok")
                            ? ""
                            : " [" + CleanText.field(w.outcome()) + "]")));
  }
}
