package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.ArrayFacts;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobBuilder;
import io.rltune.model.JobConstraints;
import io.rltune.model.JobState;
import io.rltune.model.Partition;
import io.rltune.model.Veto;
import io.rltune.model.Veto.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VetoRulesTest {
  private static final PlannerSettings SETTINGS =
      PlannerSettings.DEFAULT
          .withExcludedPartitions(Set.of("debug"))
          .withExcludedAccounts(Set.of("guests"))
          .withExcludedQos(Set.of("urgent"))
          .withFragmentation(0)
          .withSpread(0)
          .withOverdueAfterS(60);

  private static JobConstraints constraints(
      List<String> required,
      List<String> excluded,
      String features,
      String reservation,
      String distribution) {
    return new JobConstraints(required, excluded, features, reservation, "", distribution, "");
  }

  private static Arguments row(String what, Kind kind, UnaryOperator<JobBuilder> job) {
    return Arguments.of(what, kind, job);
  }

  static Stream<Arguments> vetoed() {
    return Stream.of(
        row("held by priority 0", Kind.HELD, j -> j.priority(0)),
        row("held by user", Kind.HELD, j -> j.reason("JobHeldUser")),
        row("held by admin", Kind.HELD, j -> j.reason("JobHeldAdmin")),
        row(
            "priority 0 after BadConstraints",
            Kind.HELD,
            j -> j.priority(0).reason("BadConstraints")),
        row(
            "requeue hold flag",
            Kind.UNKNOWN_FLAG,
            j -> j.state(new JobState("PENDING", Set.of("REQUEUE_HOLD")))),
        row(
            "unknown flag",
            Kind.UNKNOWN_FLAG,
            j -> j.state(new JobState("PENDING", Set.of("FOO")))),
        row("het job", Kind.HET_JOB, j -> j.hetJobId(38)),
        row("dependency", Kind.DEPENDENCY, j -> j.reason("Dependency")),
        row("dependency never", Kind.DEPENDENCY, j -> j.reason("DependencyNeverSatisfied")),
        row("not eligible", Kind.DEPENDENCY, j -> j.eligible(0)),
        row("begin time", Kind.BEGIN_TIME, j -> j.reason("BeginTime")),
        row("bad constraints", Kind.BAD_CONSTRAINTS, j -> j.reason("BadConstraints")),
        row("array limit reached", Kind.ARRAY_THROTTLE, j -> j.reason("JobArrayTaskLimit")),
        row("odd record", Kind.ODD_RECORD, j -> j.oddity("tres_per_node 'gpu:x:y:z'")),
        row("excluded account", Kind.EXCLUDED, j -> j.account("guests")),
        row("excluded partition", Kind.EXCLUDED, j -> j.partitions("gpu", "debug")),
        row("excluded qos", Kind.EXCLUDED, j -> j.qos("urgent")),
        row("qos limit", Kind.LIMIT, j -> j.reason("QOSMaxGRESPerUser")),
        row("account limit", Kind.LIMIT, j -> j.reason("AssocGrpGRES")),
        row("licences", Kind.LIMIT, j -> j.reason("Licenses")),
        row("too long for the partition", Kind.LIMIT, j -> j.reason("PartitionTimeLimit")),
        row("partition gone", Kind.LIMIT, j -> j.partitions("nowhere")),
        row(
            "reservation",
            Kind.RESERVATION,
            j -> j.constraints(constraints(List.of(), List.of(), "", "r1", ""))),
        row(
            "own node list",
            Kind.OWN_NODE_LIST,
            j -> j.constraints(constraints(List.of("n1"), List.of(), "", "", ""))),
        row(
            "own exclusions",
            Kind.OWN_NODE_LIST,
            j -> j.constraints(constraints(List.of(), List.of("n1"), "", "", ""))),
        row(
            "arbitrary",
            Kind.ARBITRARY_DISTRIBUTION,
            j -> j.constraints(constraints(List.of(), List.of(), "", "", "arbitrary"))),
        row(
            "or of features",
            Kind.CONSTRAINT_EXPRESSION,
            j -> j.constraints(constraints(List.of(), List.of(), "a|b", "", ""))),
        row(
            "counted features",
            Kind.CONSTRAINT_EXPRESSION,
            j -> j.constraints(constraints(List.of(), List.of(), "[r1*2&r2*2]", "", ""))),
        row("array of many", Kind.ARRAY, j -> j.array(new ArrayFacts(20, 9, 0, "2-10"))),
        row("throttled array", Kind.ARRAY, j -> j.array(new ArrayFacts(20, 1, 2, "10%2"))),
        row(
            "a GRES in an unclear way",
            Kind.UNKNOWN_RESOURCE,
            j ->
                j.constraints(
                    new JobConstraints(
                        List.of(), List.of(), "", "", "", "", "", List.of("fpga:2 per socket")))),
        row("MPS", Kind.UNKNOWN_RESOURCE, j -> j.gresPerNode("mps", 50)),
        row(
            "shards beside whole GPUs",
            Kind.UNKNOWN_RESOURCE,
            j -> j.gpus(GpuDemand.of("t4", 1)).gresPerNode("shard", 2)),
        row(
            "shards of two types",
            Kind.UNKNOWN_RESOURCE,
            j -> j.gresPerNode("shard:t4", 2).gresPerNode("shard:a100", 2)),
        row(
            "more units than plans count",
            Kind.UNKNOWN_RESOURCE,
            j -> j.gresPerNode("bandwidth:lustre", 1L << 32)),
        row(
            "two GPU types over as many nodes as Slurm likes",
            Kind.UNKNOWN_RESOURCE,
            j -> j.gpus(twoTypes(1, 1)).nodeRange(1, 2)),
        row(
            "two GPU types, which node gives which is open",
            Kind.UNKNOWN_RESOURCE,
            j -> j.gpus(twoTypes(2, 2)).nodeRange(2, 2)),
        row(
            "GPUs of one type and of any",
            Kind.UNKNOWN_RESOURCE,
            j -> j.gpus(new GpuDemand(new TreeMap<>(Map.of("h100", 1, "", 1))))));
  }

  private static GpuDemand twoTypes(int h100, int h200) {
    return new GpuDemand(new TreeMap<>(Map.of("h100", h100, "h200", h200)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vetoed")
  void vetoes(String what, Kind kind, UnaryOperator<JobBuilder> change) {
    Optional<Veto> veto = check(change.apply(Job.builder(1)).build(), PlanContext.EMPTY);

    assertThat(veto).isPresent();
    assertThat(veto.get().kind()).isEqualTo(kind);
    assertThat(veto.get().detail()).isNotBlank();
  }

  static Stream<Arguments> managed() {
    return Stream.of(
        row("plain", null, j -> j),
        row("unknown reason", null, j -> j.reason("FooBar")),
        row("waiting for a node", null, j -> j.reason("ReqNodeNotAvail")),
        row(
            "plain features",
            null,
            j -> j.constraints(constraints(List.of(), List.of(), "a100&ib", "", ""))),
        row("another GRES", null, j -> j.gresPerNode("fpga", 1).gresPerNode("nic:mlx5", 2)),
        row("shards", null, j -> j.gresPerNode("shard", 2)),
        row("two GPU types on a node", null, j -> j.gpus(twoTypes(1, 2))),
        row(
            "two GPU types on each of two nodes",
            null,
            j -> j.gpus(twoTypes(2, 4)).gpusPerNode(3).nodeRange(2, 2)),
        row("last task of an array", null, j -> j.array(new ArrayFacts(20, 1, 0, "10"))),
        row("low priority", null, j -> j.priority(1)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("managed")
  void manages(String what, Kind none, UnaryOperator<JobBuilder> change) {
    assertThat(check(change.apply(Job.builder(1)).build(), PlanContext.EMPTY)).isEmpty();
  }

  @Test
  void ourOwnLeaseIsNotTheUsersNodeList() {
    Job job = Job.builder(1).constraints(constraints(List.of("n1"), List.of(), "", "", "")).build();

    assertThat(check(job, new PlanContext(Map.of(1L, List.of("n1")), Map.of(), Set.of())))
        .isEmpty();
  }

  private static Optional<Veto> check(Job job, PlanContext context) {
    return new VetoRules(SETTINGS, context, Map.of("gpu", new Partition("gpu", List.of("n1"))))
        .check(job);
  }
}
