package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.workload.WorkloadJob;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GeneratedSectionsTest {
  @Test
  void validationSharesNoJobWithTraining() {
    Set<Double> trained = new HashSet<>();
    GeneratedSections.training().jobs().forEach(job -> trained.add(job.runtimeS()));
    List<WorkloadJob> validated = GeneratedSections.validation().jobs();
    assertThat(validated).hasSize(5_000).noneMatch(job -> trained.contains(job.runtimeS()));
  }

  @Test
  void theyAreTheSameEveryTime() {
    assertThat(GeneratedSections.training()).isEqualTo(GeneratedSections.training());
  }

  @Test
  void workloadsCutFromThemHaveTheLoadAskedFor() {
    assertThat(GeneratedSections.training().cut(100, 500, 1.1, 0).load()).isBetween(1.09, 1.11);
  }
}
