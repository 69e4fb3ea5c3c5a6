package io.rltune.daemon.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.daemon.experience.ExperienceStore;
import io.rltune.daemon.experience.QueueState;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.history.JobRun.Size;
import io.rltune.daemon.history.JobRun.Standing;
import io.rltune.model.ClusterSnapshot;
import io.rltune.policy.features.FeatureSchema;
import io.rltune.sim.train.RecordedStates;
import io.rltune.sim.workload.WorkloadJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedQueuesTest {
  private static final long T0 = 1_700_000_000;

  @TempDir private Path directory;

  private History history;
  private ExperienceStore queues;

  @BeforeEach
  void open() throws Exception {
    history = History.open(directory.resolve("history.db"));
    queues = ExperienceStore.open(directory.resolve("experience.db"));
  }

  @AfterEach
  void close() throws Exception {
    history.close();
    queues.close();
  }

  private static JobRun run(long id, long eligible, long started, long ended) {
    return new JobRun(
        id,
        T0 + eligible,
        "job",
        "job",
        "alice",
        "ml",
        "",
        "gpu",
        1,
        "",
        3_600,
        T0 + eligible,
        T0 + eligible,
        0,
        0,
        started < 0 ? 0 : T0 + started,
        ended < 0 ? 0 : T0 + ended,
        0,
        "enforce",
        true,
        Standing.UNKNOWN,
        List.of(),
        Size.UNKNOWN);
  }

  private void queue(long at, String policy, long... jobs) throws Exception {
    float[] rows = new float[jobs.length * FeatureSchema.WIDTH];
    rows[0] = at;
    queues.add(new QueueState(T0 + at, policy, jobs, rows));
  }

  /** The trace as the simulator reads it; jobs that it leaves out are named. */
  private static List<WorkloadJob> trace(List<JobRun> runs, Long... leftOut) {
    List<WorkloadJob> jobs = new ArrayList<>();
    for (JobRun run : runs) {
      if (!List.of(leftOut).contains(run.jobId())) {
        double submitS = run.eligible() - runs.get(0).eligible();
        jobs.add(
            new WorkloadJob(
                jobs.size(),
                submitS,
                "u",
                "a",
                "",
                1,
                "",
                1,
                1,
                0,
                60,
                60,
                "job (" + run.jobId() + ")",
                ""));
      }
    }
    return jobs;
  }

  private RecordedStates join(List<JobRun> runs, int seen, Long... leftOut) throws Exception {
    history.store(runs, Optional.empty());
    RecordedWeeks weeks =
        RecordedWeeks.read(
            history,
            0,
            new ClusterSnapshot(1, "24.11.5", List.of(), List.of(), List.of(), List.of()));
    List<WorkloadJob> trace = trace(weeks.runs(), leftOut);
    return RecordedQueues.join(queues, history, trace, weeks.runsOf(trace), seen, "p");
  }

  @Test
  void statesAreJoinedWithTheStartsOfTheirJobsWhetherTheyAreInTheTraceOrNot() throws Exception {
    queue(50, "p", 4, 2, 3, 99);

    RecordedStates states =
        join(
            List.of(
                run(1, 0, 5, 900),
                run(2, 10, 60, 500),
                run(3, 20, 55, -1), // still runs
                run(4, 30, -1, -1), // still waits
                run(5, 100, 110, 700),
                run(6, 300, 310, 700)),
            3);

    assertThat(states.policySha256()).isEqualTo("p");
    assertThat(states.states()).hasSize(1);
    assertThat(states.states().get(0).atS()).isEqualTo(50);
    assertThat(states.states().get(0).startS()).containsExactly(Double.NaN, 60, 55, Double.NaN);
    assertThat(states.states().get(0).rows()[0]).isEqualTo(50);
    // Of the runs with a known end three are seen: 1, 2 and 5.
    assertThat(states.startS()).containsExactly(5, 60, 110, Double.NaN);
  }

  @Test
  void nothingOfTheWeeksThatTheGateJudgesByIsGiven() throws Exception {
    queue(50, "p", 2, 3);
    queue(99, "p", 2, 3);
    queue(100, "p", 2, 3);
    queue(500, "p", 2, 3);
    queue(40, "another", 2, 3);

    RecordedStates states =
        join(List.of(run(1, 0, 5, 900), run(2, 10, 60, 500), run(3, 100, 310, 700)), 2);

    assertThat(states.states()).extracting(RecordedStates.State::atS).containsExactly(50.0, 99.0);
    assertThat(states.startS()[2]).isNaN();
  }

  @Test
  void ofAJobIdThatCameRoundAgainTheLifeThatWaitedCounts() throws Exception {
    queue(50, "p", 2, 3);

    RecordedStates states =
        join(
            List.of(
                run(1, 0, 5, 900),
                run(2, 10, 20, 30), // over by then
                run(2, 40, 70, 90),
                run(2, 60, 65, 68), // not there yet
                run(3, 100, 310, 700),
                run(4, 200, 310, 700)),
            4);

    assertThat(states.states().get(0).startS()[0]).isEqualTo(70);
  }

  @Test
  void whatTheClusterCannotRunIsMissingInTheTraceAlone() throws Exception {
    RecordedStates states =
        join(
            List.of(
                run(1, 0, 5, 900), run(2, 10, 60, 500), run(3, 20, 80, 500), run(4, 90, 95, 500)),
            2,
            2L);

    assertThat(states.startS()).containsExactly(5, 80, Double.NaN);
  }

  @Test
  void aTraceOfOtherRunsIsRefused() {
    RecordedWeeks weeks =
        new RecordedWeeks(
            List.of(run(1, 0, 5, 9)),
            new ClusterSnapshot(1, "24.11.5", List.of(), List.of(), List.of(), List.of()));

    assertThatThrownBy(() -> weeks.runsOf(trace(List.of(run(7, 0, 5, 9)))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("job (7)");
  }
}
