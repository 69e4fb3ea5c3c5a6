package io.rltune.daemon.cli;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.protocol.PolicyOutcome;
import io.rltune.sim.report.Durations;
import io.rltune.sim.trace.LineProblem;
import io.rltune.sim.trace.Trace;
import io.rltune.sim.workload.WorkloadJob;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What {@code rltune simulate} prints. */
final class SimulateTable {
  private static final int SHOWN_PROBLEMS = 3;

  private final PrintWriter out;
  private final TraceArguments.Loaded loaded;
  private final List<List<WorkloadJob>> workloads;

  SimulateTable(PrintWriter out, TraceArguments.Loaded loaded, List<List<WorkloadJob>> workloads) {
    this.out = out;
    this.loaded = loaded;
    this.workloads = workloads;
  }

  /** The trace and the cluster, before the replays. */
  void head() {
    Trace trace = loaded.trace();
    ClusterSpec cluster = loaded.cluster();
    List<WorkloadJob> jobs = trace.jobs();
    double spanS = jobs.get(jobs.size() - 1).submitS();
    double work = jobs.stream().mapToDouble(job -> job.gpus() * job.runtimeS()).sum();
    line(
        "Trace %s: %,d jobs in %.1f days; cluster %s: %d nodes, %d GPUs %s",
        trace.source(),
        jobs.size(),
        spanS / 86_400,
        cluster.name(),
        cluster.nodes().size(),
        cluster.totalGpus(),
        cluster.gpusByType());
    if (spanS > 0 && cluster.totalGpus() > 0) {
      line(
          "The jobs ask for %.2f of the GPU time that the cluster has while they come.",
          work / spanS / cluster.totalGpus());
    }
    trace.leftOut().forEach((why, count) -> line("Left out: %,d jobs (%s)", count, why));
    trace.notes().forEach((what, count) -> line("Note: %,d jobs: %s", count, what));
    if (!trace.problems().isEmpty()) {
      line("Damaged lines skipped: %,d, such as", trace.problems().size());
      for (LineProblem problem : trace.problems().stream().limit(SHOWN_PROBLEMS).toList()) {
        line("  %s", problem);
      }
    }
    if (workloads.size() > 1) {
      line(
          "%d windows of %d consecutive jobs, each from an empty cluster; figures are means over the windows.",
          workloads.size(), workloads.get(0).size());
    }
    out.flush();
  }

  /** A row for each policy. */
  void rows(List<PolicyOutcome> outcomes) {
    int width =
        Math.max(
            6, outcomes.stream().mapToInt(outcome -> outcome.policy().length()).max().orElse(6));
    String name = "%-" + width + "s";
    out.println();
    line(
        name + " %9s %9s %9s %9s %9s %9s %8s %6s %6s %6s %8s",
        "policy",
        "wait",
        "median",
        "90 %",
        "99 %",
        "longest",
        "JCT",
        "slowdown",
        "GPUs",
        "frag",
        "Jain",
        "took");
    ReplayMetrics first = outcomes.get(0).metrics();
    for (PolicyOutcome outcome : outcomes) {
      ReplayMetrics m = outcome.metrics();
      line(
          name + " %9s %9s %9s %9s %9s %9s %8s %6s %6s %6s %8s%s",
          outcome.policy(),
          Durations.text(m.meanWaitS()),
          Durations.text(m.p50WaitS()),
          Durations.text(m.p90WaitS()),
          Durations.text(m.p99WaitS()),
          Durations.text(m.maxWaitS()),
          Durations.text(m.meanJctS()),
          plain("%.1f", m.meanBsld()),
          plain("%.1f%%", 100 * m.gpuUtilization()),
          plain("%.1f%%", 100 * m.fragmentation()),
          plain("%.2f", m.jainFairness()),
          Durations.text(m.wallS()),
          change(first, m));
    }
    line(
        "wait, median, 90 %%, 99 %%, longest: from submission to start; JCT: to the end; slowdown: bounded, mean; GPUs: utilisation;");
    line(
        "frag: share of the free GPUs on partly used nodes; Jain: fairness over accounts; took: time of the replay here.");
  }

  private static String change(ReplayMetrics first, ReplayMetrics m) {
    if (m == first || !(first.meanWaitS() > 0)) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "  wait %+.0f %%",
        100 * (m.meanWaitS() - first.meanWaitS()) / first.meanWaitS());
  }

  private static String plain(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }

  private void line(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
  }
}
