package io.rltune.daemon.testbed;

import io.rltune.sim.metrics.ReplayMetrics;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Shows the arms beside each other. */
final class AbReport {
  private record Row(String label, ToDoubleFunction<ReplayMetrics> value, String format) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("mean wait, s", ReplayMetrics::meanWaitS, "%.1f"),
          new Row("p50 wait, s", ReplayMetrics::p50WaitS, "%.1f"),
          new Row("p90 wait, s", ReplayMetrics::p90WaitS, "%.1f"),
          new Row("p99 wait, s", ReplayMetrics::p99WaitS, "%.1f"),
          new Row("max wait, s", ReplayMetrics::maxWaitS, "%.1f"),
          new Row("mean bounded slowdown", ReplayMetrics::meanBsld, "%.2f"),
          new Row("mean completion time, s", ReplayMetrics::meanJctS, "%.1f"),
          new Row("GPU utilisation", ReplayMetrics::gpuUtilization, "%.3f"),
          new Row("makespan, s", ReplayMetrics::makespanS, "%.0f"),
          new Row("Jain fairness of accounts", ReplayMetrics::jainFairness, "%.3f"));

  private final AbWorkload workload;
  private final Map<String, String> conditions;
  private final List<ArmResult> arms;

  /**
   * A report.
   *
   * @param conditions what both arms had in common, by name
   * @param arms in the order in which they ran
   */
  AbReport(AbWorkload workload, Map<String, String> conditions, List<ArmResult> arms) {
    this.workload = workload;
    this.conditions = new LinkedHashMap<>(conditions);
    this.arms = List.copyOf(arms);
  }

  void print(PrintWriter out) {
    conditions.forEach((name, value) -> out.printf("%-24s %s%n", name, value));
    out.println();
    out.printf("%-28s", "");
    arms.forEach(arm -> out.printf("%12s", arm.arm()));
    out.println(arms.size() == 2 ? "      change" : "");
    for (Row row : ROWS) {
      out.printf("%-28s", row.label);
      for (ArmResult arm : arms) {
        out.printf("%12s", format(row, arm.metrics()));
      }
      out.println(arms.size() == 2 ? change(row) : "");
    }
    arms.stream()
        .filter(arm -> arm.activity().cycles() > 0)
        .forEach(arm -> printActivity(out, arm));
    for (ArmResult arm : arms) {
      out.printf(
          Locale.ROOT,
          "%s: submissions late by %.2f s on average, %.2f s at most; %d jobs did not complete%n",
          arm.arm(),
          arm.submitMeanLagS(),
          arm.submitMaxLagS(),
          arm.jobsFailed());
      arm.problems().forEach(problem -> out.println("PROBLEM " + arm.arm() + ": " + problem));
    }
    out.flush();
  }

  private static void printActivity(PrintWriter out, ArmResult arm) {
    out.printf(
        "%n%s: %d cycles, %d writes, %d leases given, %d started on one, %d leases left at the"
            + " end%n",
        arm.arm(),
        arm.activity().cycles(),
        arm.activity().writes(),
        arm.activity().leases(),
        arm.startedOnLease(),
        arm.leasesLeft());
  }

  private static String format(Row row, ReplayMetrics metrics) {
    return String.format(Locale.ROOT, row.format, row.value.applyAsDouble(metrics));
  }

  /** The change from the plain arm to the other one, whichever ran first. */
  private String change(Row row) {
    boolean plainFirst = arms.get(0).arm().equals(AbCommand.PLAIN);
    ArmResult plain = arms.get(plainFirst ? 0 : 1);
    ArmResult other = arms.get(plainFirst ? 1 : 0);
    double from = row.value.applyAsDouble(plain.metrics());
    double to = row.value.applyAsDouble(other.metrics());
    return from == 0 ? "" : String.format(Locale.ROOT, "%+11.1f%%", 100 * (to - from) / from);
  }

  /** The answer of {@code --json}. */
  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("seed", workload.seed());
    long cycles = 0;
    long writes = 0;
    long leases = 0;
    long leasesLeft = 0;
    int failed = 0;
    Map<String, Object> details = new LinkedHashMap<>();
    for (ArmResult arm : arms) {
      json.put(arm.arm(), arm.metrics().toJson());
      cycles += arm.activity().cycles();
      writes += arm.activity().writes();
      leases += arm.activity().leases();
      leasesLeft += arm.leasesLeft();
      failed += arm.jobsFailed();
      details.put(arm.arm(), details(arm));
    }
    json.put("cycles", cycles);
    json.put("writes", writes);
    json.put("leases", leases);
    json.put("leases_left", leasesLeft);
    json.put("jobs_failed", failed);
    json.put("offered_load", workload.offeredLoad());
    json.put("conditions", conditions);
    json.put("arms", details);
    return json;
  }

  private static Map<String, Object> details(ArmResult arm) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("started_on_lease", arm.startedOnLease());
    details.put("submit_mean_lag_s", arm.submitMeanLagS());
    details.put("submit_max_lag_s", arm.submitMaxLagS());
    details.put("problems", arm.problems());
    return details;
  }
}
