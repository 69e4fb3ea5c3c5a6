package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.workload.WorkloadJob;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedSectionsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void validationSharesNoJobWithTraining(int section) {
    Set<Double> trained = new HashSet<>();
    GeneratedSections.training().get(section).jobs().forEach(job -> trained.add(job.runtimeS()));
    List<WorkloadJob> validated = GeneratedSections.validation().get(section).jobs();
    assertThat(validated).hasSize(5_000).noneMatch(job -> trained.contains(job.runtimeS()));
  }

  @Test
  void theyAreTheSameEveryTime() {
    assertThat(GeneratedSections.training()).isEqualTo(GeneratedSections.training());
  }

  @Test
  void reportsTellThemApart() {
    assertThat(GeneratedSections.training())
        .extracting(TraceSection::label)
        .containsExactly(
            "generated bursts on demo-200",
            "generated bursts on small-24",
            "generated bursts on small-40");
  }

  @Test
  void oneInSevenNeedsNoGpuAndTheyKeepTheCpuNodesAsBusy() {
    TraceSection section = GeneratedSections.training().get(0);
    List<WorkloadJob> onCpus = section.jobs().stream().filter(job -> job.gpus() == 0).toList();
    assertThat(onCpus).hasSize(2_800).allMatch(job -> job.partition().equals("batch"));
    double cpuSeconds = onCpus.stream().mapToDouble(job -> job.cpus() * job.runtimeS()).sum();
    double spanS = section.jobs().get(section.jobs().size() - 1).submitS();
    assertThat(cpuSeconds / (4 * 64 * spanS)).isBetween(1.2, 1.8);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void workloadsCutFromThemHaveTheLoadAskedFor(int section) {
    assertThat(GeneratedSections.training().get(section).cut(100, 500, 1.1, 0).load())
        .isBetween(1.09, 1.11);
  }
}
