package io.rltune.daemon.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.sim.metrics.FinishedJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FidelityReportTest {
  @ParameterizedTest
  @CsvSource({
    "1 2 3 4, 1 2 3 4, 1.0",
    "1 2 3 4, 4 3 2 1, -1.0",
    "1 2 3 4, 2 1 3 4, 0.6667",
    // The pair tied on one side says nothing, but weighs on that side's sum.
    "1 1 3 4, 1 2 3 4, 0.9129"
  })
  void kendallTauB(String a, String b, double expected) {
    assertThat(FidelityReport.kendallTau(numbers(a), numbers(b))).isCloseTo(expected, within(1e-4));
  }

  @Test
  void aReplayThatIsRightButLateDoesNotHold() {
    List<FinishedJob> real = jobs(100, 10);
    assertThat(FidelityReport.of(real, jobs(0, 10), 8).holds()).isTrue();
    FidelityReport late = FidelityReport.of(real, jobs(0, 12), 8);
    assertThat(late.tau()).isEqualTo(1);
    assertThat(late.waitDifference()).isCloseTo(0.2, within(1e-9));
    assertThat(late.holds()).isFalse();
  }

  @Test
  void theSimulatedClusterHasTheGpusOfTheWorkload() {
    AbWorkload.CAPACITY.forEach(
        pool ->
            assertThat(SimulatedLab.cluster().gpusByType())
                .containsEntry(pool.type(), pool.gpus()));
  }

  private static List<FinishedJob> jobs(double originS, double waitS) {
    List<FinishedJob> jobs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      double submitS = originS + i;
      jobs.add(new FinishedJob(submitS, submitS + waitS, submitS + waitS + 30, 1, "a", true));
    }
    return jobs;
  }

  private static double[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
