package io.rltune.policy.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.JobBuilder;
import io.rltune.model.JobState;
import io.rltune.policy.Fixtures;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotHistoryTest {
  private static final long NOW = Fixtures.NOW;
  private final SnapshotHistory history = new SnapshotHistory(List.of());

  @Test
  void aJobThatIsGoneHasEndedBetweenTheSnapshots() {
    history.observe(at(NOW, running(NOW - 600)));
    RuntimeHistory known = history.observe(at(NOW + 60));
    assertThat(known.runs()).isEqualTo(1);
    for (int i = 1; i < 20; i++) {
      history.observe(at(NOW + 200 * i, running(NOW + 200 * i - 600)));
      history.observe(at(NOW + 200 * i + 60));
    }
    assertThat(known.estimate("ann", "", "train", 1, 86_400, NOW + 4_000).medianS())
        .isBetween(600.0, 800.0);
  }

  @Test
  void aJobThatIsThereStillOrWasRequeuedHasNotEnded() {
    history.observe(at(NOW, running(NOW - 600)));
    assertThat(history.observe(at(NOW + 60, running(NOW - 600))).runs()).isZero();
    assertThat(history.observe(at(NOW + 120, job().build())).runs()).isZero();
  }

  @Test
  void theSameSnapshotTwiceChangesNothing() {
    history.observe(at(NOW, running(NOW - 600)));
    history.observe(at(NOW + 60));
    assertThat(history.observe(at(NOW + 60, running(NOW - 600))).runs()).isEqualTo(1);
    assertThat(history.observe(at(NOW + 120)).runs()).isEqualTo(1);
  }

  @Test
  void aTimeLimitChangedWhileItRunsLeavesNoRunBehind() {
    history.observe(at(NOW, running(NOW - 600)));
    Job shortened =
        Fixtures.job(7, 1, 3_600, 0)
            .user("ann")
            .name("train")
            .state(JobState.RUNNING)
            .start(NOW - 600)
            .nodes(List.of("a1"))
            .build();
    history.observe(at(NOW + 60, shortened));
    RuntimeHistory known = history.observe(at(NOW + 120));
    RuntimeHistory same = new RuntimeHistory();
    same.add(new FinishedRun("ann", "", "train", 1, 3_600, 690, NOW + 90));
    assertThat(known.estimate("ann", "", "train", 1, 86_400, NOW + 120))
        .isEqualTo(same.estimate("ann", "", "train", 1, 86_400, NOW + 120));
  }

  private static JobBuilder job() {
    return Fixtures.job(7, 1, 86_400, 0).user("ann").name("train");
  }

  private static Job running(long start) {
    return job().state(JobState.RUNNING).start(start).nodes(List.of("a1")).build();
  }

  private static ClusterSnapshot at(long takenAt, Job... jobs) {
    return new ClusterSnapshot(takenAt, "24.11", List.of(jobs), List.of(), List.of(), List.of());
  }
}
