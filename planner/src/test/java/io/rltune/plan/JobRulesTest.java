package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.GpuDemand;
import io.rltune.model.Veto;
import io.rltune.plan.ScopeRule.Management;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What partitions and accounts have of their own, seen in the plan. */
class JobRulesTest {
  private static final ScopeRule NOTHING = ScopeRule.at("accounts.a");

  @Test
  void excludedUsersAndQosAreVetoedWithThePlaceOfTheRule() {
    ScopeRule rule =
        new ScopeRule(
            "accounts.a",
            Management.INHERITED,
            1,
            OptionalInt.empty(),
            Set.of("mallory"),
            Set.of("scavenger"),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            Set.of());
    Plan plan =
        cluster()
            .pending(1, 0.5, GpuDemand.untyped(1), job -> job.account("a").user("mallory"))
            .pending(2, 0.5, GpuDemand.untyped(1), job -> job.account("a").qos("scavenger"))
            .pending(3, 0.5, GpuDemand.untyped(1), job -> job.account("b").user("mallory"))
            .plan(accounts(Map.of("a", rule)), PlanContext.EMPTY);

    assertThat(plan.vetoes().get(1L).detail()).isEqualTo("accounts.a.exclude_users: user=mallory");
    assertThat(plan.vetoes().get(2L).detail()).isEqualTo("accounts.a.exclude_qos: qos=scavenger");
    assertThat(plan.vetoes()).doesNotContainKey(3L);
  }

  @Test
  void withTheDaemonOffOnlyScopesThatAreOnAreManaged() {
    ScopeRule on =
        new ScopeRule(
            "accounts.a",
            Management.MANAGED,
            1,
            OptionalInt.empty(),
            Set.of(),
            Set.of(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            Set.of());
    JobRules rules = new JobRules(Set.of(), true, Map.of(), Map.of("a", on));
    Plan plan =
        cluster()
            .pending(1, 0.5, GpuDemand.untyped(1), job -> job.account("a"))
            .pending(2, 0.5, GpuDemand.untyped(1), job -> job.account("b"))
            .plan(PlannerSettings.DEFAULT.withRules(rules), PlanContext.EMPTY);

    assertThat(plan.vetoes()).doesNotContainKey(1L);
    assertThat(plan.vetoes().get(2L)).isEqualTo(new Veto(2, Veto.Kind.EXCLUDED, "daemon.mode=off"));
  }

  @Test
  void weightTwoComesBeforeAllOfWeightOneAndZeroBehind() {
    Plan plan =
        cluster()
            .running(9, 4, 600, "n1")
            .running(8, 4, 600, "n2")
            .pending(1, 0.9, GpuDemand.untyped(1), job -> job.account("plain"))
            .pending(2, 0.1, GpuDemand.untyped(1), job -> job.account("lifted"))
            .pending(3, 0.8, GpuDemand.untyped(1), job -> job.account("lowered"))
            .pending(4, 0.2, GpuDemand.untyped(1), job -> job.account("plain"))
            .plan(accounts(Map.of("lifted", weight(2.1), "lowered", weight(0))), PlanContext.EMPTY);

    assertThat(order(plan)).containsExactly(2L, 1L, 4L, 3L);
  }

  @Test
  void anAccountsCapCountsWhatRunsAlready() {
    ScopeRule four = maxGpus(4);
    Cluster cluster =
        cluster()
            .pending(1, 0.9, GpuDemand.untyped(2), job -> job.account("a"))
            .pending(2, 0.8, GpuDemand.untyped(2), job -> job.account("a"))
            .pending(3, 0.7, GpuDemand.untyped(2), job -> job.account("a"));

    Plan plan = cluster.plan(accounts(Map.of("a", four)), PlanContext.EMPTY);

    assertThat(plan.starts()).extracting(start -> start.jobId()).containsExactly(1L, 2L);
  }

  @Test
  void aPartitionsCapGivesUpTheLastStarts() {
    JobRules rules = new JobRules(Set.of(), false, Map.of("gpu", maxGpus(3)), Map.of());
    Plan plan =
        cluster()
            .running(9, 1, 600, "n1")
            .pending(1, 0.9, GpuDemand.untyped(1), job -> job.partitions(List.of("gpu")))
            .pending(2, 0.8, GpuDemand.untyped(2), job -> job.partitions(List.of("gpu")))
            .pending(3, 0.7, GpuDemand.untyped(1), job -> job.partitions(List.of("gpu")))
            .plan(PlannerSettings.DEFAULT.withRules(rules), PlanContext.EMPTY);

    assertThat(plan.starts()).extracting(start -> start.jobId()).containsExactly(1L, 3L);
  }

  @Test
  void anAgingGuardOfItsOwnMakesAJobOverdueSooner() {
    ScopeRule minute =
        new ScopeRule(
            "accounts.a",
            Management.INHERITED,
            1,
            OptionalInt.empty(),
            Set.of(),
            Set.of(),
            OptionalLong.of(30),
            OptionalDouble.empty(),
            Set.of());
    Plan plan =
        cluster()
            .running(9, 4, 600, "n1")
            .running(8, 4, 600, "n2")
            .pending(1, 0.9, GpuDemand.untyped(1), job -> job.account("b"))
            .pending(2, 0.1, GpuDemand.untyped(1), job -> job.account("a"))
            .plan(accounts(Map.of("a", minute)), PlanContext.EMPTY);

    assertThat(order(plan)).containsExactly(2L, 1L);
  }

  @Test
  void aJobOfAnyTypeGetsThePreferredOne() {
    ScopeRule v100 =
        new ScopeRule(
            "accounts.a",
            Management.INHERITED,
            1,
            OptionalInt.empty(),
            Set.of(),
            Set.of(),
            OptionalLong.empty(),
            OptionalDouble.empty(),
            Set.of("v100"));
    for (String preferred : List.of("n1", "n2")) {
      Cluster cluster =
          new Cluster()
              .node("n1", preferred.equals("n1") ? "v100" : "a100", 4)
              .node("n2", preferred.equals("n2") ? "v100" : "a100", 4)
              .pending(1, 0.9, GpuDemand.untyped(4), job -> job.account("a"));

      Plan plan = cluster.plan(accounts(Map.of("a", v100)), PlanContext.EMPTY);

      assertThat(plan.starts().get(0).gpusByNode()).containsOnlyKeys(preferred);
    }
  }

  private static Cluster cluster() {
    return new Cluster().node("n1", "a100", 4).node("n2", "a100", 4);
  }

  private static List<Long> order(Plan plan) {
    return plan.order().stream().map(ranked -> ranked.jobId()).toList();
  }

  private static ScopeRule weight(double weight) {
    return new ScopeRule(
        NOTHING.place(),
        Management.INHERITED,
        weight,
        OptionalInt.empty(),
        Set.of(),
        Set.of(),
        OptionalLong.empty(),
        OptionalDouble.empty(),
        Set.of());
  }

  private static ScopeRule maxGpus(int most) {
    return new ScopeRule(
        NOTHING.place(),
        Management.INHERITED,
        1,
        OptionalInt.of(most),
        Set.of(),
        Set.of(),
        OptionalLong.empty(),
        OptionalDouble.empty(),
        Set.of());
  }

  private static PlannerSettings accounts(Map<String, ScopeRule> rules) {
    return PlannerSettings.DEFAULT.withRules(new JobRules(Set.of(), false, Map.of(), rules));
  }
}
