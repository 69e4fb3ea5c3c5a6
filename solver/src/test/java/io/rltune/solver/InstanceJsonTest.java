package io.rltune.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementInstance.JobExtras;
import io.rltune.solver.PlacementInstance.NodeExtras;
import io.rltune.solver.PlacementInstance.OptionalTerms;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.Reservation;
import io.rltune.solver.PlacementResult.Status;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceJsonTest {
  private static final String EXAMPLE =
      """
      {"nodes":[
        {"name":"n1","gpu_type":"a100","gpus_free":4,"gpus_total":8,"cpus_free":32,
         "mem_mb_free":256000,"features":["nvlink"]},
        {"name":"n4","gpu_type":"a100","gpus_free":4,"gpus_total":8,"cpus_free":32,
         "mem_mb_free":256000,"features":[]}],
       "jobs":[
        {"id":7,"gpus":8,"min_nodes":1,"max_nodes":2,"cpus_per_gpu":4,"mem_mb_per_gpu":16000,
         "gpu_types":{"a100":1.0,"v100":0.5},"priority":0.83,"account":"x","features":[]}],
       "account_caps":{"x":64},"weights":{"fragmentation":0.02,"spread":0.05}}
      """;

  @Test
  void readsTheDocumentedExample() {
    PlacementInstance instance = InstanceReader.read(EXAMPLE);

    assertThat(instance.nodes()).hasSize(2);
    assertThat(instance.nodes().get(0).features()).containsExactly("nvlink");
    assertThat(instance.jobs())
        .containsExactly(
            new PlaceableJob(
                7,
                8,
                0,
                1,
                2,
                4,
                16000,
                Map.of("a100", 1.0, "v100", 0.5),
                0.83,
                "x",
                Set.of(),
                Set.of()));
    assertThat(instance.accountCaps()).containsEntry("x", 64);
    assertThat(instance.fragmentation()).isEqualTo(0.02);
    assertThat(instance.spread()).isEqualTo(0.05);
  }

  private static final String EXTRAS =
      """
      {"nodes":[
        {"name":"n1","gpus_free":4,"gpus_total":8,"cpus_free":32,"mem_mb_free":256000,
         "other":{"shard":8},"job_slots":3,"idle":true,"powered_on":false,
         "switches":["leaf1","spine"],"gpu_groups":[3,1]}],
       "jobs":[
        {"id":7,"gpus":0,"priority":1,"other_per_node":{"shard":2},"exclusive":true,
         "time_limit_s":600},
        {"id":8,"gpus":1,"gpu_types":{"":1},"priority":1,"other_per_gpu":{"nic":3}}],
       "weights":{"switches":[0.1,0.5],"gpu_group":0.2,"future_fit":0.01,"balance":0.3,
         "energy":0.4},
       "upcoming":[8],
       "reservations":[{"job":9,"nodes":["n1"],"start_in_s":3600}]}
      """;

  @Test
  void readsWhatFewInstancesHave() {
    PlacementInstance instance = InstanceReader.read(EXTRAS);

    assertThat(instance.nodes().get(0).extras())
        .isEqualTo(
            new NodeExtras(
                Map.of("shard", 8), 3, true, false, List.of("leaf1", "spine"), List.of(3, 1)));
    assertThat(instance.jobs().get(0).extras())
        .isEqualTo(new JobExtras(Map.of("shard", 2), true, 600));
    assertThat(instance.jobs().get(1).extras())
        .isEqualTo(new JobExtras(Map.of(), Map.of("nic", 3), false, Long.MAX_VALUE));
    assertThat(instance.terms())
        .isEqualTo(new OptionalTerms(List.of(0.1, 0.5), 0.2, 0.01, List.of(8), 0.3, 0.4));
    assertThat(instance.reservations()).containsExactly(new Reservation(9, Set.of("n1"), 3600));
    assertThat(InstanceReader.read(EXAMPLE).nodes().get(0).extras()).isEqualTo(NodeExtras.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"shard\":8}    | \"shard\":-8}   | nodes[0] (n1).other.shard = -8 is negative",
        "\"job_slots\":3 | \"job_slots\":-3 | nodes[0] (n1).job_slots = -3 is negative",
        "\"idle\":true   | \"idle\":1      | nodes[0].idle = 1 is not true or false",
        "[3,1]             | [3,2]             | nodes[0] (n1).gpu_groups = [3, 2] do not sum to gpus_free 4",
        "[3,1]             | [3,\"1\"]       | nodes[0].gpu_groups[1] = \"1\" is not an integer",
        "\"shard\":2     | \"shard\":-2    | jobs[0] (id 7).other_per_node.shard = -2 is negative",
        "{\"nic\":3}      | {\"nic\":-3}     | jobs[1] (id 8).other_per_gpu.nic = -3 is negative",
        "{\"nic\":3}      | {\"nic\":3.5}    | jobs[1].other_per_gpu.nic = 3.5 is not an integer",
        "{\"nic\":3}      | [\"nic\"]        | jobs[1].other_per_gpu = [\"nic\"] is not an object",
        "\"gpus\":1       | \"gpus\":0       | jobs[1] (id 8).other_per_gpu = {nic=3} but gpus is 0",
        "other_per_gpu     | others_per_gpu    | jobs[1].others_per_gpu is not a known field",
        ":600}             | :-600}              | jobs[0] (id 7).time_limit_s = -600 is negative",
        "[0.1,0.5]         | [0.1,-0.5]        | weights.switches[1] = -0.5 is negative",
        "0.2               | -0.2              | weights.gpu_group = -0.2 is negative",
        "\"energy\":0.4  | \"power\":0.4   | weights.power is not a known field",
        "[8]               | [-8]              | upcoming[0] = -8 is negative",
        "3600              | -1                | reservations[0].start_in_s = -1 is negative",
      })
  void namesWhatIsWrongWithWhatFewInstancesHave(String text, String replacement, String message) {
    assertThat(EXTRAS).contains(text.trim());

    assertThatThrownBy(() -> InstanceReader.read(EXTRAS.replace(text.trim(), replacement.trim())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message.trim());
  }

  @Test
  void refusesTenMillionJobs() {
    PlaceableJob job = InstanceReader.read(EXAMPLE).jobs().get(0);
    PlacementInstance huge =
        new PlacementInstance(List.of(), Collections.nCopies(10_000_000, job), Map.of(), 0, 0);

    assertThatThrownBy(() -> InstanceValidator.validate(huge))
        .hasMessage(
            "instance: jobs = 10000000 entries are more than 200000; a cycle plans the head of the"
                + " queue, some thousand jobs");
  }

  @ParameterizedTest
  @CsvSource({"scip,optimal", "greedy,heuristic"})
  void answersTheDocumentedExample(String backend, String status) {
    PlacementResult result =
        PlacementSolvers.create(backend)
            .solve(InstanceReader.read(EXAMPLE), List.of(), new SolveLimits(5000, 0));

    assertThat(ResultWriter.write(result))
        .contains("\"status\":\"" + status + "\"")
        .contains("\"objective\":6.59")
        .contains("\"placements\":[{\"job\":7,\"nodes\":{\"n1\":4,\"n4\":4}}]");
  }

  @Test
  void writesAHeuristicAnswerWithoutBound() {
    PlacementResult result =
        new PlacementResult(
            Status.HEURISTIC,
            1.5,
            Double.NaN,
            Double.NaN,
            0.25,
            List.of(new Placement(3, Map.of("n1", 2))),
            "SCIP cannot be loaded");

    assertThat(ResultWriter.write(result))
        .isEqualTo(
            "{\"status\":\"heuristic\",\"objective\":1.5,\"bound\":null,\"gap\":null,"
                + "\"solve_ms\":0.25,\"placements\":[{\"job\":3,\"nodes\":{\"n1\":2}}],"
                + "\"note\":\"SCIP cannot be loaded\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"gpus_free\":4          | \"gpus_free\":-1          | nodes[0] (n1).gpus_free = -1 is negative",
        "\"gpus_free\":4          | \"gpus_free\":9           | nodes[0] (n1).gpus_free = 9 is above gpus_total 8",
        "\"cpus_free\":32         | \"cpus_free\":-2          | nodes[0] (n1).cpus_free = -2 is negative",
        "\"mem_mb_free\":256000   | \"mem_mb_free\":-5        | nodes[0] (n1).mem_mb_free = -5 is negative",
        "\"name\":\"n4\"          | \"name\":\"n1\"           | nodes[1] (n1).name = n1 is the name of nodes[0] too",
        "\"name\":\"n4\"          | \"name\":\"\"             | nodes[1] ().name = '' is empty",
        "\"gpus_free\":4,         | \"gpus_free\":\"4\",      | nodes[0].gpus_free = \"4\" is not an integer",
        "\"gpus_free\":4,         | \"gpus_free\":4.5,        | nodes[0].gpus_free = 4.5 is not an integer",
        "\"gpus_free\":4,         | \"gpus_free\":99999999999, | nodes[0].gpus_free = 99999999999 is not an integer of 32 bits",
        "\"gpus_free\":4,         |                           | nodes[0].gpus_free is missing",
        "\"gpus_free\"            | \"gpus_fre\"              | nodes[0].gpus_fre is not a known field",
        "[\"nvlink\"]             | [3]                       | nodes[0].features = 3 is not an array of strings",
        "[\"nvlink\"]             | \"nvlink\"                | nodes[0].features = \"nvlink\" is not an array",
        "\"gpus\":8               | \"gpus\":-8               | jobs[0] (id 7).gpus = -8 is negative",
        "\"gpus\":8               | \"gpus\":8,\"gpus_per_node\":3 | jobs[0] (id 7).gpus_per_node = 3 does not divide gpus 8",
        "\"min_nodes\":1          | \"min_nodes\":0           | jobs[0] (id 7).min_nodes = 0 is below 1",
        "\"max_nodes\":2          | \"max_nodes\":0           | jobs[0] (id 7).max_nodes = 0 is below min_nodes 1",
        "\"priority\":0.83        | \"priority\":-1           | jobs[0] (id 7).priority = -1.0 is negative",
        "\"priority\":0.83        | \"priority\":NaN          | jobs[0] (id 7).priority = NaN is not a finite number",
        "\"spread\":0.05          | \"spread\":NaN            | weights.spread = NaN is not a finite number",
        "\"gpus_free\":4,         | \"gpus_free\":NaN,        | nodes[0].gpus_free = \"NaN\" is not an integer",
        "\"priority\":0.83        | \"priority\":1e999        | jobs[0] (id 7).priority = Infinity is not a finite number",
        "\"priority\":0.83        | \"priority\":null         | jobs[0].priority = null is not a number",
        "\"v100\":0.5             | \"v100\":-0.5            | jobs[0] (id 7).gpu_types.v100 = -0.5 is negative",
        "\"v100\":0.5             | \"a100\":0.5              | instance is not JSON",
        "\"x\":64                 | \"x\":-64                 | account_caps.x = -64 is negative",
        "\"x\":64                 | \"x\":6.5                 | account_caps.x = 6.5 is not an integer",
        "\"spread\":0.05          | \"spread\":-1             | weights.spread = -1.0 is negative",
        "\"spread\":0.05}}        | \"spread\":0.05}} ,       | instance is not JSON: line ",
        "{\"nodes\"               | [{\"nodes\"               | instance is not JSON",
      })
  void namesWhatIsWrongAndWhere(String text, String replacement, String message) {
    String bad =
        EXAMPLE.replaceFirst(
            java.util.regex.Pattern.quote(text.trim()),
            java.util.regex.Matcher.quoteReplacement(
                replacement == null ? "" : replacement.trim()));
    assertThat(bad).isNotEqualTo(EXAMPLE);

    assertThatThrownBy(() -> InstanceReader.read(bad))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message.trim());
  }

  /** A queue may be empty and the nodes of a type down; who writes it by hand wants to know. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"nodes\":[],\"jobs\":[]} | nodes is empty: no job can be placed; jobs is empty: there is nothing to place",
        "{\"nodes\":[N],\"jobs\":[{\"id\":7,\"gpus\":2,\"priority\":1,\"gpu_types\":{\"h9\":1}}]} | jobs[0] (id 7).gpu_types = [h9]: no node has such GPUs, the job is not placed",
        "{\"nodes\":[N],\"jobs\":[{\"id\":7,\"gpus\":2,\"priority\":1,\"gpu_types\":{\"h9\":1,\"a100\":1}}]} | ~~",
        "{\"nodes\":[N],\"jobs\":[{\"id\":7,\"gpus\":2,\"priority\":1,\"gpu_types\":{\"a100\":1}}]} | ~~",
        "{\"nodes\":[N],\"jobs\":[{\"id\":7,\"gpus\":0,\"priority\":1,\"cpus_per_gpu\":4}]} | ~~",
      })
  void saysWhatIsOddInAValidInstance(String json, String remarks) {
    String node =
        "{\"name\":\"n1\",\"gpu_type\":\"a100\",\"gpus_free\":4,\"gpus_total\":8,\"cpus_free\":32,"
            + "\"mem_mb_free\":256000}";
    PlacementInstance instance = InstanceReader.read(json.replace("N]", node + "]"));
    assertThat(String.join("; ", InstanceRemarks.of(instance))).isEqualTo(remarks);
  }
}
