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
  void oneInSevenNeedsNoGpuAndTheyKeepTheCpuNodesAsBusy() {
    TraceSection section = GeneratedSections.training();
    List<WorkloadJob> onCpus = section.jobs().stream().filter(job -> job.gpus() == 0).toList();
    assertThat(onCpus).hasSize(2_800).allMatch(job -> job.partition().equals("batch"));
    double cpuSeconds = onCpus.stream().mapToDouble(job -> job.cpus() * job.runtimeS()).sum();
    double spanS = section.jobs().get(section.jobs().size() - 1).submitS();
    assertThat(cpuSeconds / (4 * 64 * spanS)).isBetween(1.2, 1.8);
  }

  @Test
  void workloadsCutFromThemHaveTheLoadAskedFor() {
    assertThat(GeneratedSections.training().cut(100, 500, 1.1, 0).load()).isBetween(1.09, 1.11);
  }
}
