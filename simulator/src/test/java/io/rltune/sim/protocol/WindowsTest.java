package io.rltune.sim.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.sim.testing.JobSpec;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WindowsTest {
  private static final List<WorkloadJob> JOBS =
      IntStream.range(0, 100).mapToObj(i -> JobSpec.job().at(10 * i + 7).build()).toList();

  @Test
  void evenWindowsReachFromTheFirstJobToTheLast() {
    List<List<WorkloadJob>> windows = Windows.even(JOBS, 10, 4);

    assertThat(windows).hasSize(4).allMatch(window -> window.size() == 10);
    assertThat(windows.get(0).get(0).runtimeS()).isEqualTo(JOBS.get(0).runtimeS());
    assertThat(windows)
        .allSatisfy(
            window -> {
              assertThat(window)
                  .extracting(WorkloadJob::index)
                  .isEqualTo(IntStream.range(0, 10).boxed().toList());
              assertThat(window.get(0).submitS()).isZero();
              assertThat(window.get(9).submitS()).isEqualTo(90);
            });
  }

  @Test
  void randomWindowsFollowTheSeed() {
    List<WorkloadJob> named =
        IntStream.range(0, 100).mapToObj(i -> JobSpec.job().at(i * i).build()).toList();

    assertThat(Windows.random(named, 5, 8, 3))
        .isEqualTo(Windows.random(named, 5, 8, 3))
        .isNotEqualTo(Windows.random(named, 5, 8, 4))
        .hasSize(8)
        .doesNotHaveDuplicates();
  }

  @Test
  void aShortWorkloadIsAnError() {
    assertThatThrownBy(() -> Windows.even(JOBS, 101, 1)).hasMessageContaining("only 100");
  }
}
