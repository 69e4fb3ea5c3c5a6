package io.rltune.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rltune.model.Placement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanCheckerTest {
  private final PlacementInstance instance =
      new Fixtures()
          .node("n1", "a100", 8, 16, 64_000, "ib")
          .node("n2", "a100", 8, 16, 64_000)
          .node("n3", "v100", 8, 16, 64_000)
          .job(1, 4, j -> j.needs(2, 8_000).speeds(Map.of("a100", 1.0, "v100", 0.5)))
          .job(2, 8, j -> j.perNode(4).nodes(1, 2).account("y"))
          .job(3, 2, j -> j.features("ib"))
          .job(4, 2, j -> j.allowed("n2"))
          .job(5, 8, j -> j.needs(3, 0))
          .job(6, 8, j -> j.needs(0, 9_000))
          .job(7, 0, j -> j.nodes(2, 2).needs(20, 0).speeds(Map.of()))
          .job(8, 4, j -> j.nodes(1, 1))
          .job(9, 0, j -> j.nodes(1, 1).needs(13, 0).speeds(Map.of()))
          .cap("x", 8)
          .instance();

  private double check(Placement... placements) {
    return PlanChecker.check(instance, Arrays.asList(placements));
  }

  private static Placement place(long job, Object... nodesAndGpus) {
    var map = new java.util.HashMap<String, Integer>();
    for (int i = 0; i < nodesAndGpus.length; i += 2) {
      map.put((String) nodesAndGpus[i], (Integer) nodesAndGpus[i + 1]);
    }
    return new Placement(job, map);
  }

  @Test
  void computesTheObjective() {
    // 4 + 8 GPUs at priority 1; one node beyond the first; 0 + 4 GPUs left on touched nodes.
    assertThat(check(place(1, "n1", 4), place(2, "n1", 4, "n2", 4)))
        .isCloseTo(4 + 8 - 0.05 - 0.02 * 4, within(1e-12));
    assertThat(check(place(1, "n3", 4))).isCloseTo(4 * 0.5 - 0.02 * 4, within(1e-12));
    assertThat(check(place(9, "n1", 0))).isCloseTo(1 - 0.02 * 8, within(1e-12));
    assertThat(PlanChecker.check(instance, List.of())).isZero();
  }

  @Test
  void namesEachViolation() {
    assertViolation("job 1 is placed twice", place(1, "n1", 4), place(1, "n2", 4));
    assertViolation("job 99 is not in the instance", place(99, "n1", 1));
    assertViolation("job 1 is placed on unknown node n9", place(1, "n9", 4));
    assertViolation("job 2 may not use GPU type 'v100' of node n3", place(2, "n3", 4, "n2", 4));
    assertViolation("job 1 mixes GPU types", place(1, "n1", 2, "n3", 2));
    assertViolation("job 1 gets 3 GPUs, but asks for 4", place(1, "n1", 3));
    assertViolation("job 1 gets 0 GPUs on node n2, but at least 1", place(1, "n1", 4, "n2", 0));
    assertViolation("job 2 gets 5 GPUs on node n1, not 4 per node", place(2, "n1", 5, "n2", 3));
    assertViolation("job 8 runs on 2 nodes, outside 1..1", place(8, "n1", 2, "n2", 2));
    assertViolation("job 7 runs on 1 nodes, outside 2..2", place(7, "n1", 0));
    assertViolation("job 3 needs features [ib], but node n2 has []", place(3, "n2", 2));
    assertViolation("job 4 may not use node n1", place(4, "n1", 2));
    assertViolation(
        "node n1 gives 12 GPUs, but has 8 free", place(2, "n1", 4, "n2", 4), place(6, "n1", 8));
    assertViolation("node n1 gives 24.0 CPUs, but has 16 free", place(5, "n1", 8));
    assertViolation("node n1 gives 72000.0 MiB, but has 64000 free", place(6, "n1", 8));
    assertViolation(
        "account x starts 10 GPUs, over its cap 8",
        place(1, "n1", 4),
        place(8, "n2", 4),
        place(3, "n1", 2));
    // A CPU-only job takes an equal share of its CPUs on each of its nodes: 10 + 13 here.
    assertViolation(
        "node n1 gives 23.0 CPUs, but has 16 free", place(7, "n1", 0, "n2", 0), place(9, "n1", 0));
  }

  private void assertViolation(String message, Placement... placements) {
    assertThatThrownBy(() -> check(placements))
        .isInstanceOf(PlanViolationException.class)
        .hasMessageContaining(message);
  }

  /** A node of two GPU types: what each GPU takes of its type, and what a job takes on the node. */
  @Test
  void countsFurtherKindsForNodesAndForGpus() {
    PlacementInstance mixed =
        InstanceReader.read(
            """
            {"nodes":[
              {"name":"m1","gpu_type":"a+v","gpus_free":4,"gpus_total":4,"cpus_free":9,
               "mem_mb_free":9,"other":{"gpu:a":1,"gpu:v":3,"fpga":1}},
              {"name":"v1","gpu_type":"v","gpus_free":4,"gpus_total":4,"cpus_free":9,
               "mem_mb_free":9}],
             "jobs":[
              {"id":1,"gpus":2,"gpu_types":{"a+v":1},"priority":1,"other_per_gpu":{"gpu:a":1}},
              {"id":2,"gpus":3,"gpu_types":{"a+v":1,"v":1},"priority":1,
               "other_per_gpu":{"gpu:v":1}},
              {"id":3,"gpus":2,"gpus_per_node":2,"gpu_types":{"a+v":1},"priority":1,
               "other_per_node":{"gpu:a":1,"gpu:v":1}},
              {"id":4,"gpus":0,"priority":1,"other_per_node":{"fpga":1}},
              {"id":5,"gpus":0,"priority":1,"other_per_node":{"fpga":1}}]}
            """);

    assertThat(PlanChecker.check(mixed, List.of(place(2, "v1", 3), place(3, "m1", 2))))
        .isEqualTo(5);
    assertThat(PlanChecker.check(mixed, List.of(place(2, "m1", 3), place(4, "m1", 0))))
        .isEqualTo(4);
    assertThatThrownBy(() -> PlanChecker.check(mixed, List.of(place(1, "m1", 2))))
        .hasMessage("node m1 gives 2 gpu:a, but has 1 free");
    assertThatThrownBy(
            () -> PlanChecker.check(mixed, List.of(place(2, "m1", 3), place(3, "m1", 2))))
        .hasMessageContaining("node m1 gives");
    assertThatThrownBy(
            () -> PlanChecker.check(mixed, List.of(place(4, "m1", 0), place(5, "m1", 0))))
        .hasMessage("node m1 gives 2 fpga, but has 1 free");
    assertThatThrownBy(() -> PlanChecker.check(mixed, List.of(place(4, "v1", 0))))
        .hasMessage("node v1 gives 1 fpga, but has 0 free");
  }
}
