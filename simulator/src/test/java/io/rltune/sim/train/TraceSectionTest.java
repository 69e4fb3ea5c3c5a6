package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceSectionTest {
  private static final TraceSection SECTION = GeneratedSections.training().get(1);

  @Test
  void aWorkloadToJudgeByBeginsWithAllThatADaemonWouldKnow() {
    Workload workload = SECTION.cut(10_000, 300, 0, 0);
    assertThat(workload.past())
        .as("all but the few that still run")
        .hasSizeBetween(9_500, 10_000)
        .allMatch(run -> run.endS() < 0);
  }

  @Test
  void anEpisodeOfTrainingBeginsWithLittleOfIt() {
    assertThat(SECTION.episode(10_000, 300, 0, 0).past()).hasSizeBetween(1_000, 1_500);
    assertThat(SECTION.episode(10_000, 300, 0, 0).jobs())
        .isEqualTo(SECTION.cut(10_000, 300, 0, 0).jobs());
  }
}
