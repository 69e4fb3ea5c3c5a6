package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.train.Evaluation.Contestant;
import io.rltune.sim.train.Goals.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EvaluationTest {
  private final TraceSection section = GeneratedSections.validation().get(0);

  private Evaluation.Outcome run(int windows, double load, String... policies) {
    List<Contestant> contestants = new ArrayList<>();
    for (String policy : policies) {
      contestants.add(new Contestant(policy, policy, Optional.empty()));
    }
    return new Evaluation(contestants, windows, 200, load, ReplayOptions.defaults())
        .run(section, line -> {});
  }

  @Test
  void goalsAreNamedWithWhatIsMissing() {
    Evaluation.Outcome outcome =
        run(3, 1.2, "multifactor-easy", "sjf-oracle-easy", "rltune-greedy");
    List<Goal> goals = Goals.of(outcome);
    assertThat(goals)
        .extracting(Goal::figure)
        .containsExactly(
            "mean wait over multifactor-easy's",
            "p99 wait over multifactor-easy's",
            "utilisation less plain's",
            "the same while jobs come",
            "mean wait over sjf-oracle-easy's");
    assertThat(goals).extracting(Goal::bar).containsExactly(0.5, 1.0, 0.0, 0.0, 1.3);
    assertThat(EvaluationReport.text(outcome)).contains(goals.get(0).line(), goals.get(4).line());
    for (Goal goal : goals) {
      double over =
          goal.atMost() ? goal.value().value() - goal.bar() : goal.bar() - goal.value().value();
      assertThat(goal.missedBy()).isEqualTo(over);
      assertThat(goal.line()).contains(over <= 0 ? ": met by" : ": missed by");
    }
  }

  @Test
  void programsReadGoalsByNamesLikeAllOthers() {
    Goal goal = Goal.atMost("rltune", "wait", new Interval(0.6, 0.4, 0.7), 0.5);
    JsonNode json = new ObjectMapper().valueToTree(goal);
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "policy", "figure", "value", "bar", "at_most", "missed_by", "beyond_doubt");
    assertThat(json.path("missed_by").asDouble()).isEqualTo(goal.missedBy());
  }

  @Test
  void whatCannotBeToldIsNoNumberAndNotBeyondDoubt() {
    Goal few = Goal.atMost("rltune", "wait", Interval.of(0.6), 0.5);
    assertThat(few.line())
        .contains("wait 0.600 (?), goal <= 0.50: missed by 0.100, not beyond doubt");
    JsonNode json = new ObjectMapper().valueToTree(few);
    assertThat(json.path("value").path("value").asDouble()).isEqualTo(0.6);
    assertThat(json.path("value").path("low").isNull()).isTrue();
    assertThat(json.path("value").size()).isEqualTo(3);

    Goal none = Goal.atMost("rltune", "wait", Interval.of(Double.POSITIVE_INFINITY), 0.5);
    assertThat(none.line()).endsWith("wait, goal <= 0.50: not judged, nobody waits there");
    assertThat(new ObjectMapper().<JsonNode>valueToTree(none).path("missed_by").isNull()).isTrue();
  }

  @Test
  void thereAreNoGoalsWhereTheClusterIsNotBusyOrPlainSlurmIsNotTheMeasure() {
    assertThat(Goals.of(run(1, 0.5, "multifactor-easy", "rltune-greedy"))).isEmpty();
    assertThat(Goals.of(run(1, 1.2, "fcfs-easy", "rltune-greedy"))).isEmpty();
  }

  @Test
  void windowsThatShareJobsAreCounted() {
    assertThat(run(3, 1, "fcfs-easy").alike()).isEqualTo(1);
    assertThat(run(1, 1, "fcfs-easy").alike()).isEqualTo(1);
    // 97 windows of 200 jobs begin 50 jobs apart.
    assertThat(run(97, 1, "fcfs-easy").alike()).isEqualTo(4);
  }

  @Test
  void aGoalIsBeyondDoubtWhereItsIntervalIsOnOneSide() {
    Interval across = new Interval(0.52, 0.45, 0.67);
    Interval below = new Interval(0.4, 0.35, 0.45);
    assertThat(Goal.atMost("rltune", "wait", across, 0.5).line())
        .contains("missed by 0.020, not beyond doubt");
    assertThat(Goal.atMost("rltune", "wait", below, 0.5).line())
        .contains("met by 0.100")
        .doesNotContain("doubt");
  }
}
