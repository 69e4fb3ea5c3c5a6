package io.rltune.sim.train;

import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.train.Evaluation.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Says how the contestants did on a section, against the first of them, as text and as JSON. */
public final class EvaluationReport {
  private static final long SEED = 1;

  private EvaluationReport() {}

  /**
   * A contestant's figures on one section.
   *
   * @param label the contestant
   * @param meanWaitS mean wait over all windows
   * @param waitRatio summed waits over the baseline's
   * @param p99Ratio summed 99th percentiles over the baseline's
   * @param utilizationDifference utilisation less the baseline's
   * @param arrivalDifference the same until the last job came, before the cluster runs empty
   * @param completionRatio summed completion times over the baseline's
   */
  public record Row(
      String label,
      double meanWaitS,
      Interval waitRatio,
      Interval p99Ratio,
      Interval utilizationDifference,
      Interval arrivalDifference,
      Interval completionRatio) {}

  /** The figures of all contestants, the baseline first. */
  public static List<Row> rows(Outcome outcome) {
    List<Row> rows = new ArrayList<>();
    String baseline = outcome.metrics().keySet().iterator().next();
    for (String label : outcome.metrics().keySet()) {
      double[] waits = outcome.figures(label, ReplayMetrics::meanWaitS);
      double sum = 0;
      for (double wait : waits) {
        sum += wait / waits.length;
      }
      rows.add(
          new Row(
              label,
              sum,
              ratio(outcome, label, baseline, ReplayMetrics::meanWaitS),
              ratio(outcome, label, baseline, ReplayMetrics::p99WaitS),
              difference(outcome, label, baseline, ReplayMetrics::gpuUtilization),
              difference(outcome, label, baseline, ReplayMetrics::arrivalUtilization),
              ratio(outcome, label, baseline, ReplayMetrics::meanJctS)));
    }
    return rows;
  }

  /** A figure of one contestant over another's, windows that share jobs resampled together. */
  static Interval ratio(
      Outcome outcome, String ours, String theirs, ToDoubleFunction<ReplayMetrics> figure) {
    return Bootstrap.ratio(
        outcome.figures(ours, figure), outcome.figures(theirs, figure), outcome.alike(), SEED);
  }

  private static Interval difference(
      Outcome outcome, String ours, String theirs, ToDoubleFunction<ReplayMetrics> figure) {
    return Bootstrap.difference(
        outcome.figures(ours, figure), outcome.figures(theirs, figure), outcome.alike(), SEED);
  }

  /** A table for people. */
  public static String text(Outcome outcome) {
    StringBuilder text = new StringBuilder();
    int windows = outcome.loads().size();
    double load = outcome.loads().stream().mapToDouble(Double::doubleValue).average().orElse(0);
    text.append(
        String.format(
            Locale.ROOT,
            "%s, %d windows%s, jobs %d to %d, mean load %.2f%n%-22s %10s  %-20s %-20s %-20s %-24s %-22s%n",
            outcome.section().label(),
            windows,
            sharing(outcome),
            outcome.section().from(),
            outcome.section().to() - 1,
            load,
            "policy",
            "mean wait",
            "wait ratio (95 %)",
            "p99 ratio (95 %)",
            "completion (95 %)",
            "utilisation diff. (95 %)",
            "while jobs come (95 %)"));
    for (Row row : rows(outcome)) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-22s %8.0f s  %-20s %-20s %-20s %-24s %-22s%n",
              row.label(),
              row.meanWaitS(),
              row.waitRatio().text("%.2f"),
              row.p99Ratio().text("%.2f"),
              row.completionRatio().text("%.2f"),
              row.utilizationDifference().text("%+.3f"),
              row.arrivalDifference().text("%+.3f")));
    }
    Goals.of(outcome).forEach(goal -> text.append(goal.line()).append('\n'));
    return text.toString();
  }

  private static String sharing(Outcome outcome) {
    String share = outcome.alike() > 1 ? outcome.alike() + " in a row share jobs" : "";
    String few = outcome.loads().size() < 2 * outcome.alike() ? "too few for intervals" : "";
    String both = share + (share.isEmpty() || few.isEmpty() ? "" : "; ") + few;
    return both.isEmpty() ? "" : " (" + both + ")";
  }

  /** The same for programs. */
  public static Map<String, Object> json(Outcome outcome) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("section", outcome.section().label());
    json.put("first_job", outcome.section().from());
    json.put("last_job", outcome.section().to() - 1);
    json.put("window_loads", outcome.loads());
    json.put("windows_that_share_jobs", outcome.alike());
    Map<String, Object> policies = new LinkedHashMap<>();
    for (Row row : rows(outcome)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("mean_wait_s", row.meanWaitS());
      one.put("wait_ratio", row.waitRatio());
      one.put("p99_ratio", row.p99Ratio());
      one.put("utilization_difference", row.utilizationDifference());
      one.put("arrival_utilization_difference", row.arrivalDifference());
      one.put("jct_ratio", row.completionRatio());
      one.put(
          "windows",
          outcome.metrics().get(row.label()).stream().map(ReplayMetrics::toJson).toList());
      policies.put(row.label(), one);
    }
    json.put("policies", policies);
    json.put("goals", Goals.of(outcome));
    return json;
  }
}
