package io.rltune.daemon.report;

import io.rltune.daemon.explain.Durations;
import io.rltune.daemon.page.Html;
import io.rltune.daemon.page.PageStyle;
import io.rltune.daemon.page.Table;
import io.rltune.daemon.report.ReportData.Group;
import io.rltune.model.CleanText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/** A report as one HTML page, which loads nothing, and as text. */
public final class ReportPage {
  private ReportPage() {}

  /** The page. */
  public static String html(ReportData data, LongFunction<String> time) {
    Html html = new Html();
    html.open("header").element("h1", "RLTune report");
    html.element("span", time.apply(data.from()) + " to " + time.apply(data.to()), "class", "soft");
    html.close().open("main");
    html.element("h2", "In short");
    html.open("ul");
    summary(data).forEach(line -> html.element("li", line));
    html.close();
    groups(html, "Waits by partition", data.partitions());
    groups(html, "Waits by account: who gained and who lost", data.accounts());
    html.element("h2", "How to read this");
    data.notes().forEach(note -> html.element("p", note));
    html.close();
    return Html.page("RLTune report", PageStyle.css(), html);
  }

  private static void groups(Html html, String title, List<Group> groups) {
    html.element("h2", title);
    Table table =
        new Table(
            html,
            groups.size() + " rows",
            "Name",
            "#Jobs",
            "#Mean wait",
            "#Median",
            "#90 %",
            "#Longest",
            "#Sooner by (mean)",
            "#Over jobs");
    for (Group g : groups) {
      table.row(
          g.name(),
          Integer.toString(g.jobs()),
          Durations.about(Math.round(g.meanWaitS())),
          Durations.about(g.medianWaitS()),
          Durations.about(g.p90WaitS()),
          Durations.about(g.maxWaitS()),
          signed(g),
          Integer.toString(g.gainJobs()));
    }
    table.end();
  }

  private static String signed(Group g) {
    if (g.gainJobs() == 0) {
      return "";
    }
    long gain = Math.round(g.gainS());
    return (gain < 0 ? "-" : "+") + Durations.about(Math.abs(gain));
  }

  /** The summary in sentences. */
  public static List<String> summary(ReportData data) {
    List<String> lines = new ArrayList<>();
    data.modes()
        .forEach(
            m ->
                lines.add(
                    "mode "
                        + m.mode()
                        + " for "
                        + Durations.about(m.minutes() * 60)
                        + ", "
                        + m.writes()
                        + " writes"));
    lines.add(data.started() + " jobs started, " + data.ordered() + " of them in RLTune's order");
    if (data.ordered() > 0) {
      var a = data.agreement();
      lines.add(
          String.format(
              Locale.ROOT,
              "%d (%.0f %%) were in the plan of the cycle before; %d had been planned earlier, by %s on average",
              a.inPlanBefore(),
              100.0 * a.inPlanBefore() / data.ordered(),
              a.plannedEarlier(),
              Durations.about(Math.round(a.meanEarlierS()))));
      if (a.inOurOrder() > 0) {
        lines.add(
            a.inOurOrder()
                + " Slurm started between two cycles, in the order that RLTune had set; with short jobs or a long daemon.interval that is most of them");
      }
      if (a.neverPlanned() > 0) {
        lines.add(
            a.neverPlanned()
                + " no plan had started (GPUs that came free between two cycles, or others were first)");
      }
    }
    var v = data.against();
    if (v.jobs() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "mean wait %s against %s with plain Slurm, over %d jobs: %d sooner, %d later",
              Durations.about(Math.round(v.meanWaitS())),
              Durations.about(Math.round(v.meanPlainWaitS())),
              v.jobs(),
              v.sooner(),
              v.later()));
    }
    return lines;
  }

  /** Lines for a terminal. */
  public static List<String> text(ReportData data, LongFunction<String> time) {
    List<String> lines = new ArrayList<>();
    lines.add(time.apply(data.from()) + " to " + time.apply(data.to()));
    summary(data).forEach(line -> lines.add("  " + line));
    rows(lines, "partition", data.partitions());
    rows(lines, "account", data.accounts());
    data.notes().forEach(note -> lines.add("note: " + note));
    return lines;
  }

  private static void rows(List<String> lines, String what, List<Group> groups) {
    String format = "%-20s %6s %10s %10s %10s %10s %12s %7s";
    lines.add("");
    lines.add(
        String.format(
            format, what, "jobs", "mean", "median", "90 %", "longest", "sooner by", "over"));
    for (Group g : groups.stream().limit(30).toList()) {
      lines.add(
          String.format(
              format,
              CleanText.line(g.name(), 20),
              g.jobs(),
              Durations.about(Math.round(g.meanWaitS())),
              Durations.about(g.medianWaitS()),
              Durations.about(g.p90WaitS()),
              Durations.about(g.maxWaitS()),
              signed(g),
              g.gainJobs()));
    }
  }
}
