package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.policy.features.FeatureSchema;
import io.rltune.sim.testing.JobSpec;
import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedSegmentsTest {
  private static final double EVERY_S = 60;
  private static final double WAIT_S = 300;

  /** A job a minute, each waits five. */
  private static TraceSection section(int jobs, int to) {
    List<WorkloadJob> all = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      all.add(JobSpec.job().build().at(i, EVERY_S * i));
    }
    return new TraceSection("site", TestClusters.small(), all, 0, to);
  }

  private static double[] starts(int jobs) {
    double[] starts = new double[jobs];
    Arrays.setAll(starts, i -> EVERY_S * i + WAIT_S);
    return starts;
  }

  private static RecordedStates.State state(double atS) {
    return new RecordedStates.State(
        atS, new double[] {atS + 1, Double.NaN}, new float[2 * FeatureSchema.WIDTH]);
  }

  private static List<RecordedSegment> segments(TraceSection section, List<Double> timesS) {
    int jobs = section.jobs().size();
    List<RecordedStates.State> states = timesS.stream().map(RecordedSegmentsTest::state).toList();
    return RecordedSegments.of(section, new RecordedStates("sha", starts(jobs), states));
  }

  private static List<Double> everyMinute(int from, int to) {
    List<Double> times = new ArrayList<>();
    for (int i = from; i < to; i++) {
      times.add(EVERY_S * i + 30);
    }
    return times;
  }

  @Test
  void manyJobsAreCutIntoSegmentsOfFiveHundredAndFewIntoFour() {
    assertThat(segments(section(3_000, 3_000), everyMinute(0, 3_000))).hasSize(6);
    assertThat(segments(section(400, 400), everyMinute(0, 400))).hasSize(4);
  }

  @Test
  void noStateOrJobOfThePartThatTrainingMayNotSeeIsUsed() {
    List<RecordedSegment> own = segments(section(2_000, 1_000), everyMinute(0, 2_000));

    assertThat(own.stream().mapToInt(s -> s.states().size()).sum()).isEqualTo(999);
    RecordedSegment last = own.get(own.size() - 1);
    assertThat(last.workload().jobs().get(last.workload().jobs().size() - 1).submitS())
        .isLessThanOrEqualTo(last.states().get(last.states().size() - 1).atS() + EVERY_S);
    assertThat(own.stream().mapToInt(s -> s.workload().jobs().size()).sum())
        .isBetween(1_000, 1_000 + 6 * own.size());
  }

  @Test
  void hoursWithoutAStateBeginAnotherSegment() {
    List<Double> times = everyMinute(0, 100);
    times.addAll(everyMinute(600, 700));

    List<RecordedSegment> own = segments(section(3_000, 3_000), times);

    assertThat(own).hasSize(2);
    assertThat(own.get(0).untilS()).isEqualTo(6 * 3_600 + 99 * EVERY_S);
    assertThat(own.get(1).states()).hasSize(100);
  }

  @Test
  void timesBeginWithTheSegmentAndThoseWhoWaitedAlreadyComeThen() {
    RecordedSegment second = segments(section(3_000, 3_000), everyMinute(0, 3_000)).get(1);

    RecordedStates.State first = second.states().get(0);
    assertThat(first.atS()).isZero();
    assertThat(first.startS()[0]).isEqualTo(1, within(1e-6));
    assertThat(first.startS()[1]).isNaN();
    // Five jobs came before and had not started; the next comes half a minute later.
    assertThat(second.workload().jobs().stream().filter(job -> job.submitS() == 0)).hasSize(5);
    assertThat(second.workload().jobs().get(5).submitS()).isEqualTo(30, within(1e-6));
    assertThat(second.startS()[0]).isEqualTo(30, within(1e-6));
    assertThat(second.startS()[5]).isEqualTo(30 + WAIT_S, within(1e-6));
    assertThat(second.workload().jobs().get(7).index()).isEqualTo(7);
  }

  @Test
  void aStubOfAFewStatesIsLeftOut() {
    assertThat(segments(section(3_000, 3_000), everyMinute(0, 4))).isEmpty();
  }
}
