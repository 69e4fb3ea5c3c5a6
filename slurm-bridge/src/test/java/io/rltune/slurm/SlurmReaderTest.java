package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.ScriptedTransport;
import io.rltune.slurm.rest.TokenSource;
import io.rltune.slurm.version.ApiVersions;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmReaderTest {
  private static final String BASE = "GET /slurm/v0.0.38/";

  private final AtomicLong now = new AtomicLong(1_800_000_000);
  private final ScriptedTransport transport = new ScriptedTransport();

  @Test
  void readsTheClusterInThreeCalls() throws SlurmException {
    ClusterSnapshot snapshot = reader().snapshot();
    assertThat(transport.calls())
        .extracting(call -> call.path().substring("/slurm/v0.0.38/".length()))
        .containsExactly("jobs", "nodes", "partitions");
    assertThat(snapshot.takenAt()).isEqualTo(1_800_000_000);
    assertThat(snapshot.slurmVersion()).isEqualTo("22.05.8");
    assertThat(snapshot.nodes()).hasSize(8);
    assertThat(snapshot.partitions()).hasSize(2);
    assertThat(snapshot.warnings()).isEmpty();
    assertThat(snapshot.pendingJobs()).isNotEmpty();
    assertThat(snapshot.activeJobs()).isNotEmpty();
  }

  @Test
  void leavesFinishedJobsOut() throws SlurmException {
    JsonNode jobs = SharedFiles.fixture("jobs.json");
    ((ObjectNode) jobs.get("jobs").get(0)).put("job_state", "COMPLETED");
    ((ObjectNode) jobs.get("jobs").get(1)).put("job_state", "COMPLETING");
    long finished = jobs.get("jobs").get(0).get("job_id").asLong();
    long completing = jobs.get("jobs").get(1).get("job_id").asLong();
    assertThat(reader(jobs, SharedFiles.fixture("nodes.json")).snapshot().jobs())
        .extracting(Job::id)
        .doesNotContain(finished)
        .contains(completing);
  }

  @Test
  void readsPartitionsOnceAMinute() throws SlurmException {
    SlurmReader reader = reader();
    assertThat(reader.snapshot().partitions()).hasSize(2);
    now.addAndGet(59);
    assertThat(reader.snapshot().partitions()).hasSize(2);
    assertThat(partitionCalls()).isEqualTo(1);
    now.addAndGet(2);
    assertThat(reader.snapshot().partitions()).hasSize(2);
    assertThat(partitionCalls()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs", "nodes", "partitions"})
  void thereIsNoPartialSnapshot(String broken) {
    transport.on(BASE + broken, 500, "text/plain", "");
    SlurmException failure = catchThrowableOfType(SlurmException.class, () -> reader().snapshot());
    assertThat(failure.error().kind()).isEqualTo(Kind.MALFORMED);
    assertThat(failure.error().request()).isEqualTo(BASE + broken);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodes", "partitions"})
  void aClusterWithoutNodesOrPartitionsIsNone(String empty) {
    transport.on(BASE + empty, "{\"errors\":[],\"" + empty + "\":[]}");
    SlurmException failure = catchThrowableOfType(SlurmException.class, () -> reader().snapshot());
    assertThat(failure.error().kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void ignoresMemoryWhereSlurmDoes() throws SlurmException {
    JsonNode nodes = SharedFiles.fixture("nodes.json");
    nodes.get("nodes").forEach(node -> ((ObjectNode) node).put("alloc_memory", 0));
    ClusterSnapshot snapshot = reader(SharedFiles.fixture("jobs.json"), nodes).snapshot();
    assertThat(snapshot.jobs())
        .allMatch(job -> job.request().memMb() == 0 && !job.request().wholeNodeMemory());
    assertThat(snapshot.warnings()).singleElement().asString().contains("SelectTypeParameters");
  }

  @Test
  void remembersWhetherMemoryCountsWhileTheClusterIsIdle() throws SlurmException {
    JsonNode busy = SharedFiles.fixture("nodes.json");
    busy.get("nodes").forEach(node -> ((ObjectNode) node).put("alloc_memory", 0));
    JsonNode idle = busy.deepCopy();
    idle.get("nodes").forEach(node -> ((ObjectNode) node).put("alloc_cpus", 0));
    transport.on(BASE + "nodes", busy.toString()).on(BASE + "nodes", idle.toString());
    SlurmReader reader =
        reader(SharedFiles.fixture("jobs.json"), SharedFiles.fixture("nodes.json"));
    for (int cycle = 0; cycle < 2; cycle++) {
      assertThat(reader.snapshot().jobs()).noneMatch(job -> job.request().wholeNodeMemory());
    }
    assertThat(reader.snapshot().jobs()).anyMatch(job -> job.request().wholeNodeMemory());
  }

  @Test
  void keepsMemoryRequestsOnAnIdleCluster() throws SlurmException {
    JsonNode nodes = SharedFiles.fixture("nodes.json");
    nodes
        .get("nodes")
        .forEach(node -> ((ObjectNode) node).put("alloc_memory", 0).put("alloc_cpus", 0));
    assertThat(reader(SharedFiles.fixture("jobs.json"), nodes).snapshot().jobs())
        .anyMatch(job -> job.request().wholeNodeMemory())
        .anyMatch(job -> job.request().memMb() > 0);
  }

  @Test
  void anEmptyQueueIsASnapshotToo() throws SlurmException {
    JsonNode jobs = SharedFiles.fixture("jobs.json");
    ((ArrayNode) jobs.get("jobs")).removeAll();
    assertThat(reader(jobs, SharedFiles.fixture("nodes.json")).snapshot().jobs()).isEmpty();
  }

  private long partitionCalls() {
    return transport.calls().stream().filter(call -> call.path().endsWith("partitions")).count();
  }

  private SlurmReader reader() {
    return reader(SharedFiles.fixture("jobs.json"), SharedFiles.fixture("nodes.json"));
  }

  private SlurmReader reader(JsonNode jobs, JsonNode nodes) {
    transport
        .on(BASE + "jobs", jobs.toString())
        .on(BASE + "nodes", nodes.toString())
        .on(BASE + "partitions", SharedFiles.fixture("partitions.json").toString());
    InstantSource source = () -> Instant.ofEpochSecond(now.get());
    Clock clock = source.withZone(ZoneOffset.UTC);
    return new SlurmReader(
        new RestClient(transport, new TokenSource(Path.of("")), "", clock),
        new ApiVersions.Agreed(ApiVersions.adapter("v0.0.38").orElseThrow(), "22.05.8"),
        clock);
  }
}
