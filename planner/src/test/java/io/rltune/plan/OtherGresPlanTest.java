package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.GresCount;
import io.rltune.model.Job;
import io.rltune.model.JobBuilder;
import io.rltune.model.JobConstraints;
import io.rltune.model.JobState;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.model.Placement;
import io.rltune.plan.NodeSurvey.Verdict;
import io.rltune.policy.JobScorer;
import io.rltune.solver.PlacementSolvers;
import io.rltune.solver.SolveLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes with FPGAs, shards and several GPU types, and jobs that ask for them. */
class OtherGresPlanTest {
  private static final long NOW = 1_000_000;

  /** What is tested is the answer, which a busy machine must not cut short. */
  private static final PlannerSettings EXACT =
      PlannerSettings.DEFAULT.withLimits(new SolveLimits(60_000, 0));

  private final List<Node> nodes = new ArrayList<>();
  private final List<Job> jobs = new ArrayList<>();

  /** A node of 32 CPUs. */
  private OtherGresPlanTest node(
      String name, Map<String, GpuCount> gpus, Map<String, GresCount> otherGres) {
    nodes.add(
        new Node(
            name,
            new NodeState("MIXED", Set.of()),
            new TreeMap<>(gpus),
            32,
            0,
            256_000,
            0,
            new TreeSet<>(),
            new TreeSet<>(Set.of("gpu")),
            1,
            "",
            new TreeMap<>(otherGres)));
    return this;
  }

  private OtherGresPlanTest gpuNode(String name, Object... typesAndFree) {
    Map<String, GpuCount> gpus = new TreeMap<>();
    for (int i = 0; i < typesAndFree.length; i += 2) {
      gpus.put((String) typesAndFree[i], new GpuCount((int) typesAndFree[i + 1], 0));
    }
    return node(name, gpus, Map.of());
  }

  private OtherGresPlanTest fpgaNode(String name, int total, int used) {
    return node(name, Map.of(), Map.of("fpga", new GresCount(total, used)));
  }

  private OtherGresPlanTest pending(long id, UnaryOperator<JobBuilder> more) {
    jobs.add(more.apply(Job.builder(id).submit(NOW - 60)).build());
    return this;
  }

  private OtherGresPlanTest running(long id, String node, UnaryOperator<JobBuilder> more) {
    jobs.add(
        more.apply(
                Job.builder(id)
                    .state(JobState.RUNNING)
                    .submit(NOW - 500)
                    .start(NOW - 100)
                    .end(NOW + 600)
                    .nodes(List.of(node)))
            .build());
    return this;
  }

  private ClusterSnapshot snapshot() {
    TreeSet<String> names =
        nodes.stream().map(Node::name).collect(Collectors.toCollection(TreeSet::new));
    Partition all = new Partition("gpu", true, names, 7 * 86_400, Integer.MAX_VALUE, 1, true);
    return new ClusterSnapshot(NOW, "test", jobs, nodes, List.of(all), List.of());
  }

  private Plan plan(String solver, PlanContext context) {
    JobScorer byId =
        new JobScorer() {
          @Override
          public String name() {
            return "by-id";
          }

          @Override
          public double[] score(ClusterSnapshot snapshot, List<Job> candidateList) {
            return candidateList.stream().mapToDouble(job -> -job.id()).toArray();
          }
        };
    return new Planner(EXACT, byId, PlacementSolvers.create(solver)).plan(snapshot(), context);
  }

  private static String starts(Plan plan) {
    return plan.starts().stream()
        .collect(
            Collectors.toMap(Placement::jobId, Placement::gpusByNode, (a, b) -> a, TreeMap::new))
        .toString();
  }

  private String starts(String solver) {
    Plan plan = plan(solver, PlanContext.EMPTY);
    assertThat(plan.vetoes()).isEmpty();
    return starts(plan);
  }

  private int count(Verdict verdict, long job) {
    Plan plan = plan("greedy", PlanContext.EMPTY);
    Job of = jobs.stream().filter(j -> j.id() == job).findFirst().orElseThrow();
    return NodeSurvey.of(snapshot(), plan, of).count(verdict);
  }

  private static UnaryOperator<JobBuilder> gres(String kind, long units) {
    return job -> job.gresPerNode(kind, units);
  }

  private static UnaryOperator<JobBuilder> gpus(String type, int count) {
    return job -> job.gpus(GpuDemand.of(type, count));
  }

  private static UnaryOperator<JobBuilder> gpus(String a, int countA, String b, int countB) {
    return job -> job.gpus(new GpuDemand(new TreeMap<>(Map.of(a, countA, b, countB))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"greedy", "scip"})
  void aJobGoesWhereItsGenericResourceIsFree(String solver) {
    node("c0", Map.of(), Map.of()).fpgaNode("c1", 2, 2).fpgaNode("c2", 2, 1);
    pending(1, gres("fpga", 1)).pending(2, gres("fpga", 1));

    assertThat(starts(solver)).isEqualTo("{1={c2=0}}");
    assertThat(count(Verdict.GRES_MISSING, 2)).isEqualTo(1);
    assertThat(count(Verdict.GRES_BUSY, 2)).isEqualTo(1);
    assertThat(count(Verdict.PLANNED_FOR_OTHER, 2)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"greedy", "scip"})
  void aJobOnTwoNodesTakesItsUnitsOnEach(String solver) {
    fpgaNode("c1", 2, 0).fpgaNode("c2", 2, 0);
    pending(1, job -> gres("fpga", 2).apply(job).nodeRange(2, 2)).pending(2, gres("fpga", 1));

    assertThat(starts(solver)).isEqualTo("{1={c1=0, c2=0}}");
  }

  /** A request without a type takes of what one with a type takes of. */
  @ParameterizedTest
  @ValueSource(strings = {"greedy", "scip"})
  void typedAndUntypedRequestsShareTheUnits(String solver) {
    node("c1", Map.of(), Map.of("fpga:x", new GresCount(2, 0)));
    pending(1, gres("fpga:x", 1)).pending(2, gres("fpga", 1)).pending(3, gres("fpga", 1));
    pending(4, gres("fpga:y", 1));

    assertThat(starts(solver)).isEqualTo("{1={c1=0}, 2={c1=0}}");
  }

  /** Slurm may take the one that another job asks for by its type. */
  @Test
  void anUntypedRequestIsNotPlannedWhereThereAreSeveralTypes() {
    node("c1", Map.of(), Map.of("fpga:x", new GresCount(1, 0), "fpga:y", new GresCount(1, 0)));
    pending(1, gres("fpga", 1)).pending(2, gres("fpga:y", 1));

    assertThat(starts("scip")).isEqualTo("{2={c1=0}}");
    assertThat(count(Verdict.GRES_MISSING, 1)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"greedy", "scip"})
  void aNodeOfTwoTypesGivesToEachItsOwn(String solver) {
    gpuNode("m1", "a100", 2, "v100", 4);
    pending(1, gpus("v100", 3)).pending(2, gpus("a100", 2)).pending(3, gpus("a100", 1));
    pending(4, gpus("v100", 1));

    assertThat(starts(solver)).isEqualTo("{1={m1=3}, 2={m1=2}, 4={m1=1}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"greedy", "scip"})
  void aJobForBothTypesGoesWhereBothAreFree(String solver) {
    gpuNode("a1", "a100", 4).gpuNode("v1", "v100", 8);
    node("m1", Map.of("a100", new GpuCount(2, 2), "v100", new GpuCount(4, 0)), Map.of());
    gpuNode("m2", "a100", 2, "v100", 4);
    pending(1, gpus("a100", 1, "v100", 2)).pending(2, gpus("a100", 2, "v100", 1));

    assertThat(starts(solver)).isEqualTo("{1={m2=3}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"greedy", "scip"})
  void aJobForBothTypesOnTwoNodesTakesBothOnEach(String solver) {
    gpuNode("m1", "a100", 2, "v100", 4).gpuNode("m2", "a100", 2, "v100", 4);
    pending(1, job -> gpus("a100", 4, "v100", 2).apply(job).gpusPerNode(3).nodeRange(2, 2));
    pending(2, gpus("a100", 1)).pending(3, gpus("v100", 3));

    assertThat(starts(solver)).matches("\\{1=\\{m1=3, m2=3}, 3=\\{m[12]=3}}");
  }

  /** Slurm 24.11 gives a job for two GPUs one of each type: both types must have room for it. */
  @Test
  void gpusOfAnyTypeLeaveNothingThatSlurmCouldTake() {
    gpuNode("m1", "a100", 2, "v100", 4);
    pending(1, gpus("", 2)).pending(2, gpus("a100", 1)).pending(3, gpus("v100", 2));

    assertThat(starts("scip")).isEqualTo("{1={m1=2}, 3={m1=2}}");
  }

  @Test
  void moreGpusOfAnyTypeThanOneTypeHasAreLeftToSlurm() {
    gpuNode("m1", "a100", 2, "v100", 4);
    pending(1, gpus("", 3));

    assertThat(starts("scip")).isEqualTo("{}");
    assertThat(count(Verdict.MIXED_GPUS, 1)).isEqualTo(1);
  }

  @Test
  void nodesOfSeveralTypesAreLeftToThoseThatNeedThem() {
    gpuNode("m1", "a100", 4, "v100", 4).gpuNode("v1", "v100", 4);
    pending(1, gpus("v100", 4));

    assertThat(starts("scip")).isEqualTo("{1={v1=4}}");
  }

  /** Slurm puts each shard job on the emptiest GPU: each may cost a GPU. */
  @ParameterizedTest
  @ValueSource(strings = {"greedy", "scip"})
  void aJobForShardsTakesAGpuInThePlan(String solver) {
    node("s1", Map.of("t4", new GpuCount(2, 0)), Map.of("shard:t4", new GresCount(8, 0)));
    gpuNode("t1", "t4", 1);
    pending(1, gres("shard", 3)).pending(2, gpus("t4", 1)).pending(3, gpus("t4", 1));
    pending(4, gres("shard", 5)).pending(5, gpus("t4", 1));

    assertThat(starts(solver)).matches("\\{1=\\{s1=0}, 2=\\{[st]1=1}, 3=\\{[st]1=1}}");
    assertThat(count(Verdict.GRES_MISSING, 4)).as("one GPU has four shards").isEqualTo(2);
  }

  @Test
  void aLeaseForShardsStandsAndKeepsItsGpu() {
    node("s1", Map.of("t4", new GpuCount(2, 0)), Map.of("shard:t4", new GresCount(8, 0)));
    JobConstraints leased = new JobConstraints(List.of("s1"), List.of(), "", "", "", "", "");
    pending(1, job -> gres("shard", 3).apply(job).constraints(leased)).pending(2, gpus("t4", 2));

    PlanContext context = new PlanContext(Map.of(1L, List.of("s1")), Map.of(), Set.of());

    assertThat(starts(plan("scip", context))).isEqualTo("{1={s1=0}}");
  }

  @Test
  void aLeaseForBothTypesIsDroppedWhenOneIsTaken() {
    node("m1", Map.of("a100", new GpuCount(2, 2), "v100", new GpuCount(4, 0)), Map.of());
    JobConstraints leased = new JobConstraints(List.of("m1"), List.of(), "", "", "", "", "");
    pending(1, job -> gpus("a100", 1, "v100", 1).apply(job).constraints(leased));

    Plan plan = plan("scip", new PlanContext(Map.of(1L, List.of("m1")), Map.of(), Set.of()));

    assertThat(plan.drops()).containsEntry(1L, "node m1 was taken by another job");
  }

  @Test
  void aBlockedJobIsKeptTheNodeWhereItsResourceComesFree() {
    fpgaNode("c1", 1, 1).fpgaNode("c2", 2, 2);
    running(10, "c1", gres("fpga", 1));
    running(11, "c2", job -> gres("fpga", 2).apply(job).end(NOW + 60));
    pending(1, gres("fpga", 1));

    assertThat(plan("scip", PlanContext.EMPTY).reservations())
        .containsExactly(new Plan.Reservation(1, NOW + 60, Set.of("c2")));
  }

  @Test
  void aBlockedJobForATypeIsKeptTheNodeWhereThatTypeComesFree() {
    node("m1", Map.of("a100", new GpuCount(2, 2), "v100", new GpuCount(4, 4)), Map.of());
    running(10, "m1", job -> gpus("v100", 4).apply(job).end(NOW + 60));
    running(11, "m1", gpus("a100", 2));
    pending(1, gpus("a100", 1));

    assertThat(plan("scip", PlanContext.EMPTY).reservations())
        .containsExactly(new Plan.Reservation(1, NOW + 600, Set.of("m1")));
  }
}
