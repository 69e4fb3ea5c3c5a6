package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every captured answer of every API version, v0.0.38 to v0.0.45, reads the same way. */
class SharedSamplesTest {
  private static final String ZOO = "real-slurm/samples";
  private static final String FIXTURES = "slurmrestd-fixtures";

  @TestFactory
  Stream<DynamicTest> readsTheZooOfEveryVersion() throws IOException {
    Path samples = SharedFiles.directory(ZOO);
    return find(samples, "zoo_v0\\.0\\.(38|4[0-5])_jobs\\.json").stream()
        .map(jobs -> DynamicTest.dynamicTest(samples.relativize(jobs).toString(), () -> zoo(jobs)));
  }

  private static void zoo(Path jobsFile) throws SlurmException {
    ClusterSnapshot snapshot =
        CapturedAnswers.snapshot(
            SharedFiles.json(jobsFile),
            SharedFiles.json(sibling(jobsFile, "nodes")),
            SharedFiles.json(sibling(jobsFile, "partitions")));
    SoftAssertions softly = new SoftAssertions();
    softly.assertThat(snapshot.warnings()).isEmpty();
    softly.assertThat(snapshot.jobs()).allMatch(job -> job.oddity().isEmpty());
    softly.assertThat(snapshot.nodes()).hasSize(8).allMatch(node -> node.oddity().isEmpty());
    softly.assertThat(snapshot.slurmVersion()).matches("2[246]\\.\\d\\d\\.\\d+.*");
    softly.assertThat(snapshot.partitionsByName()).containsOnlyKeys("gpu", "batch");
    softly
        .assertThat(snapshot.partitionsByName().get("batch").nodes())
        .containsExactly("c1", "c2", "t1", "t2");
    softly.assertThat(snapshot.partitionsByName().get("batch").maxTimeS()).isEqualTo(86_400);
    softly.assertThat(snapshot.partitionsByName().get("gpu").up()).isTrue();
    Map<String, Job> jobs = byName(snapshot.jobs());
    softly.assertThat(demand(jobs, "pd_gres")).isEqualTo("{a100=2} 1..1");
    softly.assertThat(demand(jobs, "pd_gpus")).isEqualTo("{a100=4} 1..1");
    softly.assertThat(demand(jobs, "pd_gpusN")).isEqualTo("{a100=8} 2..2");
    softly.assertThat(demand(jobs, "pd_gpustask")).isEqualTo("{a100=4} 1..4");
    softly.assertThat(demand(jobs, "pd_gpussock")).isEqualTo("{a100=4} 1..1");
    softly.assertThat(demand(jobs, "pd_untyped")).isEqualTo("{=8} 1..1");
    softly.assertThat(demand(jobs, "pd_memgpu")).startsWith("{v100=8} 1..");
    softly.assertThat(demand(jobs, "pd_constr")).isEqualTo("{=8} 4..4");
    softly.assertThat(jobs.get("pd_memgpu").request().memMb()).isEqualTo(65_536);
    softly.assertThat(jobs.get("pd_memgpu").request().cpus()).isEqualTo(16);
    softly.assertThat(jobs.get("pd_gpustask").request().cpus()).isEqualTo(16);
    softly.assertThat(jobs.get("pd_gpusN").request().gpusPerNode()).isEqualTo(4);
    softly.assertThat(jobs.get("pd_untyped").request().memMb()).isEqualTo(102_400);
    softly.assertThat(jobs.get("pd_untyped").constraints().features()).isEqualTo("v100");
    softly.assertThat(jobs.get("hold_user").isHeld()).isTrue();
    softly.assertThat(jobs.get("hold_admin").isHeld()).isTrue();
    softly.assertThat(jobs.get("arr_held").array().pendingTasks()).isEqualTo(5);
    softly.assertThat(jobs.get("dep_wait").reason()).isEqualTo("Dependency");
    softly.assertThat(jobs.get("dep_wait").constraints().dependency()).contains("afterok");
    softly.assertThat(jobs.get("drained").reason()).isEqualTo("ReqNodeNotAvail");
    softly.assertThat(jobs.get("pd_nodelist").constraints().requiredNodes()).containsExactly("a1");
    softly.assertThat(jobs.get("pd_nodelist").constraints().excludedNodes()).containsExactly("a2");
    softly.assertThat(jobs.get("nice100").nice()).isEqualTo(100);
    softly.assertThat(jobs.get("part2").partitions()).containsExactly("gpu", "batch");
    softly.assertThat(jobs.get("het").hetJobId()).isPositive();
    softly.assertThat(jobs.get("pd_gres").hetJobId()).isZero();
    softly.assertThat(jobs.get("pd_gres").array().arrayJobId()).isZero();
    softly.assertThat(jobs.get("run_v100").nodes()).containsExactly("v1", "v2");
    softly.assertThat(jobs.get("pd_gres").request().timeLimitS()).isEqualTo(1800);
    boolean showsExclusive = !jobsFile.toString().contains("v0.0.45");
    softly.assertThat(jobs.get("pd_excl").request().exclusive()).isEqualTo(showsExclusive);
    Node v2 = snapshot.nodesByName().get("v2");
    softly.assertThat(v2.gpus().get("v100").total()).isEqualTo(8);
    softly.assertThat(v2.gpus().get("v100").used()).isEqualTo(4);
    softly.assertThat(v2.features()).contains("nvlink", "v100");
    softly.assertThat(v2.memMbTotal()).isEqualTo(384_000);
    softly.assertThat(v2.cpusTotal()).isEqualTo(40);
    softly.assertThat(v2.weight()).isEqualTo(50);
    softly.assertThat(snapshot.nodesByName().get("c2").state().isInService()).isFalse();
    softly.assertThat(snapshot.nodesByName().get("c1").gpusTotal()).isZero();
    softly.assertAll();
  }

  @Test
  void countsTasksOfAThrottledArray() throws Exception {
    Path samples = SharedFiles.directory(ZOO);
    for (Path jobs : find(samples, "zoo_v0\\.0\\.(38|4[0-5])_jobs\\.json")) {
      List<Job> arrays =
          CapturedAnswers.snapshot(
                  SharedFiles.json(jobs), SharedFiles.json(sibling(jobs, "nodes")), null)
              .jobs()
              .stream()
              .filter(job -> job.array().tasks().equals("2-10%2"))
              .toList();
      assertThat(arrays)
          .as(jobs.toString())
          .singleElement()
          .satisfies(job -> assertThat(job.array().pendingTasks()).isEqualTo(9))
          .satisfies(job -> assertThat(job.array().throttle()).isEqualTo(2));
    }
  }

  @TestFactory
  Stream<DynamicTest> readsEveryForeignJobAndNode() throws IOException {
    Path fixtures = SharedFiles.directory(FIXTURES);
    return find(fixtures, "slurm-(job|node)s?(-.*)?\\.json").stream()
        .filter(file -> !file.getFileName().toString().matches(".*(unfound|archived).*"))
        .map(
            file ->
                DynamicTest.dynamicTest(fixtures.relativize(file).toString(), () -> foreign(file)));
  }

  private static void foreign(Path file) throws SlurmException {
    JsonNode answer = SharedFiles.json(file);
    boolean jobs = file.getFileName().toString().startsWith("slurm-job");
    JsonNode other =
        SharedFiles.json(file.resolveSibling(jobs ? "slurm-nodes.json" : "slurm-jobs.json"));
    ClusterSnapshot snapshot =
        CapturedAnswers.snapshot(jobs ? answer : other, jobs ? other : answer, null);
    assertThat(snapshot.warnings()).isEmpty();
    assertThat(snapshot.jobs()).allMatch(job -> job.oddity().isEmpty());
    assertThat(jobs ? snapshot.jobs() : snapshot.nodes()).isNotEmpty();
  }

  @Test
  void readsTheNineWaysToAskForGpus() throws Exception {
    Map<String, String> expected = new TreeMap<>();
    expected.put("gpus-gres", "{=6}");
    expected.put("gpus-multi-nodes", "{=12}");
    expected.put("gpus-multi-types", "{h100=1, h200=1}");
    expected.put("gpus-per-node", "{=2}");
    expected.put("gpus-per-socket", "{=4}");
    expected.put("gpus-per-task", "{=4}");
    expected.put("gpus-running", "{=6}");
    expected.put("gpus-type", "{h100=1}");
    expected.put("gpus-pending", "{=6}");
    Path fixtures = SharedFiles.directory(FIXTURES + "/24.11/0.0.42");
    for (Path nodes : find(fixtures, "slurm-nodes\\.json")) {
      for (Map.Entry<String, String> entry : expected.entrySet()) {
        Path file = nodes.resolveSibling("slurm-job-" + entry.getKey() + ".json");
        Job job =
            CapturedAnswers.snapshot(SharedFiles.json(file), SharedFiles.json(nodes), null)
                .jobs()
                .get(0);
        assertThat(job.request().gpus().byType()).as(file.toString()).hasToString(entry.getValue());
      }
    }
  }

  @Test
  void anAnswerWithErrorsIsNeverAnEmptyQueue() throws Exception {
    Path fixtures = SharedFiles.directory(FIXTURES);
    List<Path> refusals = find(fixtures, "slurm-jwt-(invalid|expired)-token\\.json");
    assertThat(refusals).isNotEmpty();
    for (Path file : refusals) {
      JsonNode nodes = SharedFiles.json(file.resolveSibling("slurm-nodes.json"));
      SlurmException failure =
          catchThrowableOfType(
              SlurmException.class,
              () -> CapturedAnswers.snapshot(SharedFiles.json(file), nodes, null));
      assertThat(failure).as(file.toString()).isNotNull();
    }
  }

  private static String demand(Map<String, Job> jobs, String name) {
    Job job = jobs.get(name);
    int maxNodes = job.request().maxNodes();
    return job.request().gpus().byType() + " " + job.request().minNodes() + ".." + maxNodes;
  }

  private static Map<String, Job> byName(List<Job> jobList) {
    return jobList.stream().collect(Collectors.toMap(Job::name, job -> job, (a, b) -> a));
  }

  private static Path sibling(Path jobsFile, String what) {
    return jobsFile.resolveSibling(
        jobsFile.getFileName().toString().replace("_jobs.json", "_" + what + ".json"));
  }

  private static List<Path> find(Path directory, String pattern) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.getFileName().toString().matches(pattern)).sorted().toList();
    }
  }
}
