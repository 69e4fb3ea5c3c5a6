package io.rltune.daemon.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemoRunTest {
  private static DemoRun.Result run(long seed) throws Exception {
    DemoRun run = new DemoRun(seed, 150);
    return run.steered(run.plain(), (simulatedS, jobsDone, report) -> {});
  }

  @Test
  void theWholeLoopOverHttpFinishesEveryJobAndLeavesNothingBehind() throws Exception {
    DemoRun.Result result = run(3);

    assertThat(result.rltune().metrics().jobs()).isEqualTo(150);
    assertThat(result.jobsFailed()).isZero();
    assertThat(result.leasesLeft()).isZero();
    assertThat(result.leases()).isPositive();
    assertThat(result.writes()).isGreaterThan(result.leases());
  }

  @Test
  void theSameSeedGivesTheSameFigures() throws Exception {
    DemoRun.Result first = run(4);
    DemoRun.Result second = run(4);

    assertThat(second.rltune().metrics().meanWaitS())
        .isEqualTo(first.rltune().metrics().meanWaitS());
    assertThat(second.rltune().metrics().makespanS())
        .isEqualTo(first.rltune().metrics().makespanS());
    assertThat(second.writes()).isEqualTo(first.writes());
  }
}
