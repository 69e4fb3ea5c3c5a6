package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import io.rltune.slurm.SlurmError.Kind;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs, nodes and partitions as captured from a Slurm 22.05.8 that had one job of each kind. */
class SnapshotTest {
  private ClusterSnapshot snapshot;
  private Map<String, Job> jobs;

  @BeforeEach
  void setUp() throws SlurmException {
    snapshot =
        CapturedAnswers.snapshot(
            SharedFiles.fixture("jobs.json"),
            SharedFiles.fixture("nodes.json"),
            SharedFiles.fixture("partitions.json"));
    jobs = snapshot.jobs().stream().collect(Collectors.toMap(Job::name, job -> job, (a, b) -> a));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pd_gres     | {a100=2}  | 2 | 1 | 1",
        "pd_gpus     | {a100=4}  | 0 | 1 | 1",
        "pd_gpusN    | {a100=8}  | 4 | 2 | 2",
        "pd_gpustask | {a100=4}  | 0 | 1 | 4",
        "pd_gpussock | {a100=4}  | 0 | 1 | 1",
        "pd_untyped  | {=8}      | 8 | 1 | 1",
        "pd_memgpu   | {v100=8}  | 0 | 1 | 2147483647",
        "gpusN1task  | {a100=8}  | 0 | 2 | 2147483647",
        "n4N         | {a100=1}  | 1 | 1 | 4",
        "n24         | {t4=2}    | 1 | 2 | 4",
        "ntpn        | {=8}      | 0 | 2 | 8",
        "n32         | {}        | 0 | 1 | 32",
        "drained     | {}        | 0 | 1 | 1",
        "run_v100    | {v100=12} | 0 | 2 | 2147483647",
      })
  void readsGpusAndNodeCount(String name, String gpus, int perNode, int minNodes, int maxNodes) {
    ResourceRequest request = jobs.get(name).request();
    assertThat(request.gpus().byType()).hasToString(gpus);
    assertThat(request.gpusPerNode()).isEqualTo(perNode);
    assertThat(request.minNodes()).isEqualTo(minNodes);
    assertThat(request.maxNodes()).isEqualTo(maxNodes);
  }

  @ParameterizedTest
  @CsvSource({
    "pd_gres, 1, 1024, false",
    "pd_memgpu, 16, 65536, false",
    "pd_gpustask, 16, 16384, false",
    "pd_untyped, 1, 102400, false",
    "n32, 32, 65536, false",
    "mem0, 1, 0, true",
  })
  void readsCpusAndMemory(String name, int cpus, long memMb, boolean wholeNode) {
    ResourceRequest request = jobs.get(name).request();
    assertThat(request.cpus()).isEqualTo(cpus);
    assertThat(request.memMb()).isEqualTo(memMb);
    assertThat(request.wholeNodeMemory()).isEqualTo(wholeNode);
  }

  @Test
  void readsWhoMayBeTouched() {
    assertThat(jobs.get("hold_user").isHeld()).isTrue();
    assertThat(jobs.get("hold_admin").isHeld()).isTrue();
    assertThat(jobs.get("pd_gres").isHeld()).isFalse();
    assertThat(jobs.get("drained").reason()).isEqualTo("ReqNodeNotAvail");
    assertThat(jobs.get("het").hetJobId()).isEqualTo(31);
    assertThat(jobs.get("dep_wait").constraints().dependency()).startsWith("afterok:");
    assertThat(jobs.get("pd_nodelist").constraints().requiredNodes()).containsExactly("a1");
    assertThat(jobs.get("pd_excl").request().exclusive()).isTrue();
    assertThat(jobs.get("pd_gres").request().exclusive()).isFalse();
  }

  @Test
  void readsNumbersThatNeedCare() {
    assertThat(jobs.get("neg").nice()).isEqualTo(-50);
    assertThat(jobs.get("noname").request().timeLimitS()).isEqualTo(ResourceRequest.UNLIMITED);
    assertThat(jobs.get("pd_gres").request().timeLimitS()).isEqualTo(1800);
    assertThat(jobs.get("pd_gres").array().arrayJobId()).isZero();
    assertThat(jobs.get("arr_held").array().pendingTasks()).isEqualTo(5);
    assertThat(jobs.get("step").array().pendingTasks()).isEqualTo(6);
  }

  @Test
  void readsNodes() {
    Map<String, Node> nodes = snapshot.nodesByName();
    assertThat(nodes.get("v2").gpus().get("v100").free()).isEqualTo(4);
    assertThat(nodes.get("a1").gpus().get("a100").free()).isZero();
    assertThat(nodes.get("a2").cpusUsed()).isEqualTo(5);
    assertThat(nodes.get("a2").memMbUsed()).isEqualTo(66_560);
    assertThat(nodes.get("t1").partitions()).containsExactly("batch", "gpu");
    assertThat(nodes.get("t1").state().isPlanned()).isTrue();
    assertThat(nodes.get("t1").isUsable()).isFalse();
    assertThat(nodes.get("c2").state().isInService()).isFalse();
    assertThat(nodes.get("t2").state().flags()).containsExactly("RESERVED");
    assertThat(nodes.get("a1").features()).containsExactly("a100", "ib", "nvlink", "rack1");
  }

  @Test
  void readsPartitions() {
    assertThat(snapshot.partitionsByName().get("gpu"))
        .satisfies(gpu -> assertThat(gpu.isDefault()).isTrue())
        .satisfies(gpu -> assertThat(gpu.maxTimeS()).isEqualTo(7 * 86_400))
        .satisfies(gpu -> assertThat(gpu.maxNodes()).isEqualTo(ResourceRequest.UNBOUNDED))
        .satisfies(gpu -> assertThat(gpu.nodes()).hasSize(6));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tres_per_node     | gpu:a100:x",
        "required_nodes    | a[1-",
        "job_state         | PEN;DING",
        "array_task_string | 1-x",
        "memory_per_tres   | gpu::",
        "tres_req_str      | cpu",
      })
  void aFieldThatCannotBeReadMakesOneJobOdd(String field, String value) throws SlurmException {
    JsonNode answer = SharedFiles.fixture("jobs.json");
    ObjectNode first = (ObjectNode) answer.get("jobs").get(0);
    first.put("array_job_id", 5).put(field, value);
    ClusterSnapshot read =
        CapturedAnswers.snapshot(answer, SharedFiles.fixture("nodes.json"), null);
    assertThat(read.jobs()).hasSameSizeAs(snapshot.jobs());
    assertThat(read.jobs().get(0).oddity()).contains(value);
    assertThat(read.jobs().subList(1, read.jobs().size())).allMatch(job -> job.oddity().isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Resources                                              | Resources",
        "ReqNodeNotAvail, UnavailableNodes:d[001-032]           | ReqNodeNotAvail",
        "(ReqNodeNotAvail, UnavailableNodes:d[001-032],f[001-2]) | ReqNodeNotAvail",
        "None                                                   | None",
        "''                                                     | None",
        "FooBar                                                 | FooBar",
      })
  void theReasonIsItsFirstWord(String text, String reason) throws SlurmException {
    JsonNode answer = SharedFiles.fixture("jobs.json");
    ((ObjectNode) answer.get("jobs").get(0)).put("state_reason", text);
    assertThat(
            CapturedAnswers.snapshot(answer, SharedFiles.fixture("nodes.json"), null)
                .jobs()
                .get(0)
                .reason())
        .isEqualTo(reason);
  }

  @Test
  void aRecordOfNoKnownShapeCostsOnlyItself() throws SlurmException {
    JsonNode answer = SharedFiles.fixture("jobs.json");
    ((ObjectNode) answer.get("jobs").get(0)).removeAll();
    ClusterSnapshot read =
        CapturedAnswers.snapshot(answer, SharedFiles.fixture("nodes.json"), null);
    assertThat(read.jobs()).hasSize(snapshot.jobs().size() - 1);
    assertThat(read.warnings()).singleElement().asString().contains("job_id");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu:a100:4         | gpu:a100:1(IDX:0)            | N/A        | {a100=1/4}",
        "gpu:a100:4         | gpu:1                        | N/A        | {a100=1/4}",
        "gpu:a100:4,gpu:t4:2 | gpu:a100:4(IDX:0-3),gpu:t4:0(IDX:N/A) | N/A | {a100=4/4, t4=0/2}",
        "gpu:8(S:0-3)       | gpu:3(IDX:0-2)               | N/A        | {=3/8}",
        "gpu:a100:4         | gpu:a100:1(IDX:0)            | gpu:a100:1 | {a100=2/4}",
        "gpu:a100:4,shard:a100:16 | gpu:a100:0(IDX:N/A),shard:a100:3(0/4,3/4,0/4,0/4)"
            + " | N/A | {a100=1/4}",
        "(null)             | (null)                       | (null)     | {}",
        "gpu:0              | gpu:0                        | N/A        | {}",
      })
  void readsGpuInventory(String gres, String used, String drained, String expected)
      throws SlurmException {
    JsonNode answer = SharedFiles.fixture("nodes.json");
    ((ObjectNode) answer.get("nodes").get(0))
        .put("gres", gres)
        .put("gres_used", used)
        .put("gres_drained", drained)
        .putNull("tres_used");
    Node node =
        CapturedAnswers.snapshot(SharedFiles.fixture("jobs.json"), answer, null).nodes().get(0);
    assertThat(
            node.gpus().entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue().used() + "/" + e.getValue().total())
                .collect(Collectors.joining(", ", "{", "}")))
        .isEqualTo(expected);
  }

  @Test
  void withoutGresUsedTheAllocatedTresCount() throws SlurmException {
    JsonNode answer = SharedFiles.fixture("nodes.json");
    ObjectNode node = (ObjectNode) answer.get("nodes").get(0);
    node.put("gres", "gpu:a100:4").put("tres_used", "cpu=1,gres/gpu=3,gres/gpu:a100=3");
    node.remove("gres_used");
    assertThat(
            CapturedAnswers.snapshot(SharedFiles.fixture("jobs.json"), answer, null)
                .nodes()
                .get(0)
                .gpusFree())
        .isEqualTo(1);
  }

  @Test
  void aNodeThatCannotBeReadIsNotUsable() throws SlurmException {
    JsonNode answer = SharedFiles.fixture("nodes.json");
    ((ObjectNode) answer.get("nodes").get(0)).put("gres", "gpu:a100:(");
    ClusterSnapshot read = CapturedAnswers.snapshot(SharedFiles.fixture("jobs.json"), answer, null);
    assertThat(read.nodes().get(0).isUsable()).isFalse();
    assertThat(read.warnings()).singleElement().asString().contains("gpu:a100:(");
  }

  @Test
  void capturedErrorsAreErrors() {
    ObjectNode answer = (ObjectNode) SharedFiles.fixture("jobs.json");
    answer.putArray("errors").addObject().put("error_number", 1007).put("error", "no");
    answer.putArray("jobs");
    SlurmException failure =
        catchThrowableOfType(
            SlurmException.class,
            () -> Inspect.inspect(answer, SharedFiles.fixture("nodes.json"), null));
    assertThat(failure.error().kind()).isEqualTo(Kind.AUTH);
  }

  @Test
  void inspectPrintsTheDocumentedShape() throws SlurmException {
    JsonNode json =
        Inspect.inspect(
            SharedFiles.fixture("jobs.json"),
            SharedFiles.fixture("nodes.json"),
            SharedFiles.fixture("partitions.json"));
    JsonNode job = json.get("jobs").get(indexOf("pd_gpusN"));
    assertThat(job)
        .hasToString(
            "{\"id\":6,\"state\":\"PENDING\",\"gpus\":8,\"gpu_types\":{\"a100\":8},\"min_nodes\":2,"
                + "\"max_nodes\":2,\"cpus\":2,\"mem_mb\":2048,\"time_limit_s\":1800,\"account\":\"ml\","
                + "\"qos\":\"normal\",\"partitions\":[\"gpu\"],\"reason\":\"Priority\",\"veto\":null}");
    assertThat(json.get("nodes").get(7))
        .hasToString(
            "{\"name\":\"v2\",\"state\":\"MIXED\",\"flags\":[],\"usable\":true,\"gpus\":{\"v100\":"
                + "{\"total\":8,\"used\":4}},\"cpus_total\":40,\"cpus_used\":1,\"mem_mb_total\":384000,"
                + "\"mem_mb_used\":8192,\"features\":[\"nvlink\",\"rack1\",\"v100\"]}");
  }

  private int indexOf(String name) {
    return snapshot.jobs().indexOf(jobs.get(name));
  }
}
