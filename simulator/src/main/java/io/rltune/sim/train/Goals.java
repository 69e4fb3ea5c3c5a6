package io.rltune.sim.train;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.train.Evaluation.Outcome;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What RLTune is to reach where a cluster is busy, and whether it does. */
final class Goals {
  /** Below this load there is hardly a queue to put in order. */
  private static final double BUSY = 0.9;

  private static final String PLAIN = "multifactor-easy";
  private static final String ORACLE = "sjf-oracle-easy";
  private static final String WITH_USERS = "qssf";

  private Goals() {}

  /**
   * One goal.
   *
   * @param policy who is to reach it
   * @param figure what is measured, such as {@code mean wait over multifactor-easy's}
   * @param value the figure with its 95 % interval
   * @param bar where it is to be
   * @param atMost whether the figure is to be at most the bar, else at least
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Goal(String policy, String figure, Interval value, double bar, boolean atMost) {
    static Goal atMost(String policy, String figure, Interval value, double bar) {
      return new Goal(policy, figure, value, bar, true);
    }

    static Goal atLeast(String policy, String figure, Interval value, double bar) {
      return new Goal(policy, figure, value, bar, false);
    }

    /**
     * How far the figure is on the wrong side of the bar; 0 and less where the goal is met, null
     * where there is no figure.
     */
    @JsonProperty
    public Double missedBy() {
      return isJudged() ? (Double) (atMost ? value.value() - bar : bar - value.value()) : null;
    }

    /** Whether the whole interval is on one side of the bar. */
    public boolean isBeyondDoubt() {
      return value.isKnown() && value.high() <= bar == value.low() <= bar;
    }

    private boolean isJudged() {
      return Double.isFinite(value.value());
    }

    String line() {
      String goal = String.format(Locale.ROOT, "goal %s %.2f", atMost ? "<=" : ">=", bar);
      if (!isJudged()) {
        return "  %s: %s, %s: not judged, nobody waits there".formatted(policy, figure, goal);
      }
      return String.format(
          Locale.ROOT,
          "  %s: %s %s, %s: %s by %.3f%s",
          policy,
          figure,
          value.text("%.3f"),
          goal,
          missedBy() <= 0 ? "met" : "missed",
          Math.abs(missedBy()),
          isBeyondDoubt() ? "" : ", not beyond doubt");
    }
  }

  /**
   * Goals of every contestant of ours; none where the cluster is not busy or plain Slurm absent.
   */
  static List<Goal> of(Outcome outcome) {
    List<Goal> goals = new ArrayList<>();
    Set<String> labels = outcome.metrics().keySet();
    boolean busy =
        outcome.loads().stream().mapToDouble(Double::doubleValue).min().orElse(0) >= BUSY;
    if (busy && labels.iterator().next().equals(PLAIN)) {
      for (EvaluationReport.Row row : EvaluationReport.rows(outcome)) {
        if (row.label().startsWith("rltune")) {
          add(goals, outcome, row);
        }
      }
    }
    return goals;
  }

  private static void add(List<Goal> goals, Outcome outcome, EvaluationReport.Row row) {
    String ours = row.label();
    String plain = " over " + PLAIN + "'s";
    goals.add(Goal.atMost(ours, "mean wait" + plain, row.waitRatio(), 0.5));
    goals.add(Goal.atMost(ours, "p99 wait" + plain, row.p99Ratio(), 1));
    goals.add(Goal.atLeast(ours, "utilisation less plain's", row.utilizationDifference(), 0));
    goals.add(Goal.atLeast(ours, "the same while jobs come", row.arrivalDifference(), 0));
    if (outcome.metrics().containsKey(ORACLE)) {
      goals.add(against(outcome, ours, ORACLE, 1.3));
    }
    if (outcome.metrics().containsKey(WITH_USERS) && hasUsers(outcome)) {
      goals.add(against(outcome, ours, WITH_USERS, 1));
    }
  }

  private static Goal against(Outcome outcome, String ours, String theirs, double bar) {
    Interval ratio = EvaluationReport.ratio(outcome, ours, theirs, ReplayMetrics::meanWaitS);
    return Goal.atMost(ours, "mean wait over " + theirs + "'s", ratio, bar);
  }

  private static boolean hasUsers(Outcome outcome) {
    return outcome.section().jobs().stream().map(WorkloadJob::user).distinct().count() > 1;
  }
}
