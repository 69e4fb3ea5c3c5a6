package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.Policy;
import io.rltune.policy.ppo.Trajectory;
import io.rltune.policy.ppo.Trajectory.Step;
import io.rltune.sim.testing.JobSpec;
import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A segment whose choices and costs can be worked out by hand. */
class RecordedSegmentTest {
  private static final double NEVER = Double.NaN;

  /** Only waits count, so that a second of anybody's waiting costs the same. */
  private static final RewardWeights WAITS = new RewardWeights(1, 0, 0, 0, 0, 0);

  private final Policy policy = NetworkScorer.shippedPolicy();

  private static Workload workload(int count) {
    List<WorkloadJob> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(JobSpec.job().type("v100").gpus(8).runs(600, 1_200).build().at(i, 0));
    }
    return new Workload("test", TestClusters.small(), jobs, List.of());
  }

  private static RecordedStates.State state(double atS, double... startS) {
    float[] rows = new float[startS.length * FeatureSchema.WIDTH];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (i * 7 % 11) / 11f;
    }
    return new RecordedStates.State(atS, startS, rows);
  }

  private Trajectory trajectory(double[] startS, double untilS, RecordedStates.State... states) {
    return new RecordedSegment(workload(startS.length), startS, List.of(states), untilS)
        .trajectory(3, policy, WAITS);
  }

  @Test
  void choicesAreTheJobsThatStartedUntilTheNextStateAndLaterWaitsPayForThem() {
    // Job 1 starts at 10, job 2 at 705, job 0 at 1,400.
    Trajectory run =
        trajectory(
            new double[] {1_400, 10, 705},
            2_000,
            state(10, 1_400, 10, 705),
            state(700, 705, 1_400));

    assertThat(run.seed()).isEqualTo(3);
    assertThat(run.steps()).extracting(Step::timeS).containsExactly(10.0, 700.0);
    assertThat(run.steps().get(0).picks()).containsExactly(1);
    assertThat(run.steps().get(1).picks()).containsExactly(0);
    double unit =
        3 * 60
            + References.run(workload(3)).finishedJobs().stream()
                .mapToDouble(job -> job.waitS())
                .sum();
    // From 10 to 700 jobs 0 and 2 waited; then job 2 for 5 s more, and job 0 for 700.
    assertThat(run.steps().get(0).reward()).isEqualTo(-2 * 690 / unit, within(1e-9));
    assertThat(run.steps().get(1).reward()).isEqualTo(-705 / unit, within(1e-9));
    assertThat(run.outcome().cost()).isEqualTo((1_400 + 10 + 705) / unit, within(1e-9));
    assertThat(run.outcome().meanWaitS()).isEqualTo((1_400 + 10 + 705) / 3.0);
    assertThat(run.steps().get(0).outlook()).hasSize(Outlook.WIDTH);
    assertThat(run.steps().get(0).outlook()).isNotEqualTo(run.steps().get(1).outlook());
  }

  @Test
  void logProbabilitiesAreThoseOfThePolicyThatChose() {
    RecordedStates.State state = state(0, NEVER, 20, 5);

    Step step = trajectory(new double[] {0, 0}, 100, state).steps().get(0);

    float[] outputs = policy.outputs(state.rows());
    double[] odds = new double[3];
    for (int i = 0; i < 3; i++) {
      odds[i] = Math.exp(outputs[i]);
    }
    // First started first: job 2 of all three, then job 1 of the two that are left.
    assertThat(step.picks()).containsExactly(2, 1);
    assertThat(step.logProbabilities()[0])
        .isEqualTo(Math.log(odds[2] / (odds[0] + odds[1] + odds[2])), within(1e-6));
    assertThat(step.logProbabilities()[1])
        .isEqualTo(Math.log(odds[1] / (odds[0] + odds[1])), within(1e-6));
  }

  @Test
  void startsOfTheSameSecondAreInTheOrderOfThePlanAndNoMoreThanEightCount() {
    double[] together = new double[12];
    java.util.Arrays.fill(together, 30);
    together[9] = 29;

    Step step = trajectory(new double[] {0, 0}, 100, state(0, together)).steps().get(0);

    assertThat(step.picks()).containsExactly(9, 0, 1, 2, 3, 4, 5, 6);
  }

  @Test
  void whatLeavesNoChoiceIsPassedOver() {
    Trajectory run =
        trajectory(
            new double[] {0, 0},
            5_000,
            state(0, 10), // one job
            state(60, NEVER, NEVER), // none started
            state(120, 119, 1_000), // one before, one too late to be its choice
            state(2_000, 2_600, 2_001), // the first at the very end of its time
            state(3_000, 3_000, NEVER));

    assertThat(run.steps()).extracting(Step::timeS).containsExactly(2_000.0, 3_000.0);
    assertThat(run.steps().get(0).picks()).containsExactly(1);
    assertThat(run.steps().get(1).picks()).containsExactly(0);
  }
}
