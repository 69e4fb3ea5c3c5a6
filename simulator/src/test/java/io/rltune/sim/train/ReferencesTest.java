package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.testing.JobSpec;
import io.rltune.sim.testing.TestClusters;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReferencesTest {
  private final AtomicInteger made = new AtomicInteger();
  private final References references = new References(2);

  @Test
  void plainSlurmRunsAWorkloadOnce() {
    References.Judged first = references.of(1, this::workload);
    assertThat(references.of(1, this::workload)).isSameAs(first);
    assertThat(made).hasValue(1);
    assertThat(first.reference().finishedJobs()).hasSize(1);
  }

  @Test
  void theLatestAreKept() {
    for (long key : List.of(1L, 2L, 3L)) {
      references.of(key, this::workload);
    }
    references.of(3, this::workload);
    references.of(2, this::workload);
    assertThat(made).hasValue(3);
    references.of(1, this::workload);
    assertThat(made).hasValue(4);
  }

  private Workload workload() {
    made.incrementAndGet();
    return new Workload(
        "test",
        TestClusters.small(),
        List.of(JobSpec.job().type("v100").gpus(4).runs(600, 3_600).build().at(0, 0)),
        List.of());
  }
}
