package io.rltune.sim.report;

import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.protocol.PolicyOutcome;
import io.rltune.sim.trace.LineProblem;
import io.rltune.sim.trace.Trace;
import java.util.List;
import java.util.Locale;

/** The figures in one table, and what the replay left out. */
final class SummarySections {
  private final ReportInput input;

  SummarySections(ReportInput input) {
    this.input = input;
  }

  Section summary() {
    HtmlTable table =
        new HtmlTable(
            "All policies",
            List.of(
                "policy",
                "mean wait",
                "against " + input.policies().get(0),
                "median wait",
                "90 % wait at most",
                "99 % wait at most",
                "longest wait",
                "mean completion time",
                "mean bounded slowdown",
                "GPU utilisation",
                "fragmentation",
                "Jain fairness",
                "makespan"));
    double baseS = input.outcomes().get(0).metrics().meanWaitS();
    for (PolicyOutcome outcome : input.outcomes()) {
      ReplayMetrics m = outcome.metrics();
      double errorS = outcome.waitStandardErrorS();
      table.row(
          List.of(
              outcome.policy(),
              Durations.text(m.meanWaitS())
                  + (Double.isFinite(errorS) ? " (\u00b1 " + Durations.text(errorS) + ")" : ""),
              outcome == input.outcomes().get(0) || !(baseS > 0)
                  ? "-"
                  : number("%+.0f %%", 100 * (m.meanWaitS() / baseS - 1)),
              Durations.text(m.p50WaitS()),
              Durations.text(m.p90WaitS()),
              Durations.text(m.p99WaitS()),
              Durations.text(m.maxWaitS()),
              Durations.text(m.meanJctS()),
              number("%.1f", m.meanBsld()),
              number("%.1f %%", 100 * m.gpuUtilization()),
              number("%.1f %%", 100 * m.fragmentation()),
              number("%.3f", m.jainFairness()),
              Durations.text(m.makespanS())));
    }
    return new Section(
        "summary",
        "At a glance",
        input.windowed()
            ? "%d windows of %d consecutive jobs, each from an empty cluster. Figures are means over the windows, \u00b1 is the standard error of the mean; the longest wait is that of all windows."
                .formatted(
                    input.outcomes().get(0).runs().size(),
                    ReportInput.shown(input.outcomes().get(0)).jobs().size())
            : "One replay of the whole trace. A wait is the time from submission to start.",
        false,
        table.html());
  }

  Section trace() {
    Trace trace = input.trace();
    HtmlTable table = new HtmlTable("What was done to the trace", List.of("what", "jobs or lines"));
    table.row(List.of("Jobs replayed", "%,d".formatted(trace.jobs().size())));
    trace
        .leftOut()
        .forEach((why, count) -> table.row(List.of("Left out: " + why, "%,d".formatted(count))));
    trace.notes().forEach((what, count) -> table.row(List.of(what, "%,d".formatted(count))));
    table.row(List.of("Damaged lines skipped", "%,d".formatted(trace.problems().size())));
    StringBuilder lines = new StringBuilder();
    if (!trace.problems().isEmpty()) {
      HtmlTable problems = new HtmlTable("Damaged lines", List.of("line", "why", "text"));
      for (LineProblem problem : trace.problems()) {
        problems.row(List.of(Integer.toString(problem.line()), problem.reason(), problem.text()));
      }
      lines.append("<details><summary>Damaged lines</summary>").append(problems.html());
      lines.append("</details>");
    }
    return new Section(
        "trace",
        "The trace",
        "Jobs that the cluster can never run are not replayed.",
        false,
        table.html() + lines);
  }

  String subtitle() {
    return "%s (%s), %,d jobs; cluster %s, %,d nodes, %,d GPUs: %s"
        .formatted(
            input.trace().source(),
            input.trace().format().label(),
            input.trace().jobs().size(),
            input.cluster().name(),
            input.cluster().nodes().size(),
            input.cluster().totalGpus(),
            input.cluster().gpusByType());
  }

  private static String number(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }
}
