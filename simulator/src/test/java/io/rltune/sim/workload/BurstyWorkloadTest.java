package io.rltune.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.SlurmParams;
import io.rltune.sim.workload.BurstySpec.AccountHabit;
import io.rltune.sim.workload.BurstySpec.TypeCapacity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BurstyWorkloadTest {
  private static final List<TypeCapacity> POOLS =
      List.of(new TypeCapacity("a100", 96, 8), new TypeCapacity("t4", 40, 4));
  private static final BurstySpec SPEC = BurstySpec.demo(POOLS).withJobs(2000);

  @Test
  void sameSeedGivesTheSameJobs() {
    assertThat(BurstyWorkload.generate(SPEC, 5)).isEqualTo(BurstyWorkload.generate(SPEC, 5));
    assertThat(BurstyWorkload.generate(SPEC, 5)).isNotEqualTo(BurstyWorkload.generate(SPEC, 6));
  }

  @Test
  void jobsAreInOrderOfSubmissionFromZero() {
    List<WorkloadJob> jobs = BurstyWorkload.generate(SPEC, 1);
    assertThat(jobs).hasSize(2000);
    assertThat(jobs.get(0).submitS()).isZero();
    assertThat(jobs).extracting(WorkloadJob::submitS).isSorted();
    assertThat(jobs).extracting(WorkloadJob::index).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void limitsAreWholeMinutesAndNeverBelowTheRuntime() {
    assertThat(BurstyWorkload.generate(SPEC, 2))
        .allSatisfy(
            job -> {
              assertThat((double) job.timeLimitS()).isGreaterThanOrEqualTo(job.runtimeS() * 1.2);
              assertThat(job.timeLimitS() % 60).isZero();
            });
  }

  @Test
  void runtimesStayInTheirRangeAndAreSkewed() {
    List<Double> runtimes =
        BurstyWorkload.generate(SPEC, 3).stream().map(WorkloadJob::runtimeS).sorted().toList();
    assertThat(runtimes).allMatch(s -> s >= 120 && s <= 43_200);
    double mean = runtimes.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    assertThat(mean).isGreaterThan(1.5 * runtimes.get(1000));
  }

  @Test
  void aTypedJobFitsTheNodesOfItsType() {
    Map<String, Integer> perNode = Map.of("a100", 8, "t4", 4, "", 8);
    List<WorkloadJob> jobs = BurstyWorkload.generate(SPEC, 4);
    assertThat(jobs)
        .allSatisfy(
            job -> assertThat(job.gpusPerNode()).isLessThanOrEqualTo(perNode.get(job.gpuType())));
    assertThat(jobs).anyMatch(job -> job.nodes() > 1);
    assertThat(jobs).extracting(WorkloadJob::gpuType).contains("a100", "t4", "");
  }

  @Test
  void everyJobIsAdmittedByTheDemoCluster() {
    ClusterSim sim = new ClusterSim(DemoCluster.spec(), SlurmParams.defaults());
    BurstySpec spec = BurstySpec.demo(DemoCluster.capacity(DemoCluster.spec())).withJobs(1000);
    BurstyWorkload.generate(spec, 9).forEach(sim::submit);
    assertThat(sim.isIdle()).isFalse();
  }

  @Test
  void submittedWorkMatchesTheOfferedLoad() {
    List<WorkloadJob> jobs = BurstyWorkload.generate(SPEC.withOfferedLoad(1.5), 7);
    double work = jobs.stream().mapToDouble(job -> job.gpus() * job.runtimeS()).sum();
    double spanS = jobs.get(jobs.size() - 1).submitS();
    assertThat(work / (136 * spanS)).isCloseTo(1.5, within(0.15));
  }

  @Test
  void arrivalsComeInBursts() {
    List<WorkloadJob> jobs = BurstyWorkload.generate(SPEC, 8);
    double meanGapS = jobs.get(jobs.size() - 1).submitS() / jobs.size();
    long shortGaps = 0;
    for (int i = 1; i < jobs.size(); i++) {
      shortGaps += jobs.get(i).submitS() - jobs.get(i - 1).submitS() < meanGapS / 2 ? 1 : 0;
    }
    // Poisson arrivals would have 39 % of such gaps.
    assertThat(shortGaps).isGreaterThan(1600);
  }

  @Test
  void accountsHaveUnequalSharesAndTheirOwnHabits() {
    Map<String, List<WorkloadJob>> byAccount =
        BurstyWorkload.generate(SPEC, 10).stream()
            .collect(Collectors.groupingBy(WorkloadJob::account));
    assertThat(byAccount).containsOnlyKeys("vision", "nlp", "physics");
    assertThat(byAccount.get("vision")).hasSizeGreaterThan(2 * byAccount.get("physics").size());
    assertThat(meanOverAsk(byAccount.get("nlp")))
        .isGreaterThan(1.3 * meanOverAsk(byAccount.get("vision")));
  }

  @Test
  void otherOverAskLeavesArrivalShapesAndRuntimesAlone() {
    List<AccountHabit> exact =
        SPEC.accounts().stream()
            .map(a -> new AccountHabit(a.name(), a.share(), 1, 1, a.runtimeFactor(), a.users()))
            .toList();
    List<WorkloadJob> first = BurstyWorkload.generate(SPEC, 11);
    List<WorkloadJob> second = BurstyWorkload.generate(SPEC.withAccounts(exact), 11);
    assertThat(second)
        .extracting(WorkloadJob::runtimeS)
        .isEqualTo(first.stream().map(WorkloadJob::runtimeS).toList());
    assertThat(second)
        .extracting(WorkloadJob::submitS)
        .isEqualTo(first.stream().map(WorkloadJob::submitS).toList());
    assertThat(meanOverAsk(second)).isLessThan(meanOverAsk(first));
  }

  @Test
  void aSpecWithoutGpusIsRefused() {
    assertThatThrownBy(() -> BurstySpec.testbed(List.of(new TypeCapacity("a100", 0, 4))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("capacity");
  }

  private static double meanOverAsk(List<WorkloadJob> jobs) {
    return jobs.stream()
        .mapToDouble(job -> job.timeLimitS() / job.runtimeS())
        .average()
        .orElseThrow();
  }
}
