package io.rltune.daemon.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.sim.workload.WorkloadJob;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbWorkloadTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void defaultSizeOffersTheTargetLoadWithinTheWindow(long seed) {
    AbWorkload workload = AbWorkload.generate(150, 300, seed);

    assertThat(workload.offeredLoad()).isCloseTo(AbWorkload.TARGET_LOAD, within(0.1));
    assertThat(workload.jobs()).hasSize(150);
    assertThat(workload.jobs())
        .allSatisfy(job -> assertThat(job.submitS()).isLessThanOrEqualTo(300));
  }

  @Test
  void theLoadMayBeAnother() {
    assertThat(AbWorkload.generate(600, 1800, 1.0, 3).offeredLoad()).isCloseTo(1.0, within(0.1));
  }

  @Test
  void oneSeedIsOneWorkload() {
    assertThat(AbWorkload.generate(40, 60, 9)).isEqualTo(AbWorkload.generate(40, 60, 9));
    assertThat(AbWorkload.generate(40, 60, 9)).isNotEqualTo(AbWorkload.generate(40, 60, 10));
  }

  @Test
  void noJobCanReachItsTimeLimit() {
    for (WorkloadJob job : AbWorkload.generate(300, 600, 1).jobs()) {
      assertThat(job.timeLimitS() % 60).as("whole minutes").isZero();
      // A job that starts slowly still has a fifth of its own runtime to spare.
      assertThat((double) job.timeLimitS()).isGreaterThanOrEqualTo(1.2 * job.runtimeS());
    }
  }

  @Test
  void everyAccountOfTheTestbedSubmitsAsItsUser() {
    assertThat(
            AbWorkload.generate(300, 600, 1).jobs().stream()
                .collect(Collectors.toMap(WorkloadJob::account, AbWorkload::user, (a, b) -> a)))
        .containsEntry("ml", "alice")
        .containsEntry("phys", "bob")
        .containsEntry("bio", "carol")
        .hasSize(3);
  }

  @Test
  void optionsAskForTheGpusOfOneNode() {
    WorkloadJob job =
        new WorkloadJob(0, 0, "x", "ml", "gpu", 4, "a100", 2, 4, 400, 12.34, 120, "ml-b0-g4");

    assertThat(AbWorkload.sbatchOptions(job))
        .contains("--gres=gpu:a100:2", "--nodes=2", "--cpus-per-task=2", "--mem=200", "--time=2");
    assertThat(AbWorkload.script(job)).isEqualTo("exec sleep 12.3");
  }

  @Test
  void optionsOfAnUntypedJobNameNoType() {
    WorkloadJob job = new WorkloadJob(0, 0, "x", "bio", "gpu", 1, "", 1, 1, 100, 5, 60, "n");

    assertThat(AbWorkload.sbatchOptions(job)).contains("--gres=gpu:1");
  }
}
