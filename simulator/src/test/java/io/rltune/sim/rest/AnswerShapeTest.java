package io.rltune.sim.rest;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.testing.TestClusters;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every key and the type of every value are those of a captured answer of Slurm 24.11.5. */
class AnswerShapeTest {
  private final ClusterSim sim = TestClusters.smallSim();
  private SimulatedSlurmrestd server;
  private RestClient client;
  private JsonNode captured;

  @BeforeEach
  void start() throws Exception {
    server = SimulatedSlurmrestd.start(sim, 0, RestClient.TOKEN);
    client = new RestClient(server);
    try (InputStream in =
        AnswerShapeTest.class.getResourceAsStream("slurm-24.11-v0.0.42-extract.json")) {
      captured = new ObjectMapper().readTree(in);
    }
    sim.submit(job().type("a100").gpus(8).nodes(2).runs(500, 600).build());
    sim.submit(job().type("a100").gpus(2).at(2).build());
    sim.advanceTo(100);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void runningJob() throws Exception {
    assertSameShape(client.read("jobs").path("jobs").get(0), captured.path("jobs").get(0));
  }

  @Test
  void pendingJob() throws Exception {
    assertSameShape(client.read("jobs").path("jobs").get(1), captured.path("jobs").get(1));
  }

  @Test
  void node() throws Exception {
    assertSameShape(client.read("nodes").path("nodes").get(0), captured.path("node"));
  }

  @Test
  void partition() throws Exception {
    assertSameShape(
        client.read("partitions").path("partitions").get(0), captured.path("partition"));
  }

  @Test
  void statistics() throws Exception {
    assertSameShape(client.read("diag").path("statistics"), captured.path("statistics"));
  }

  @Test
  void pingAndMeta() throws Exception {
    JsonNode answer = client.read("ping");
    assertSameShape(answer.path("pings").get(0), captured.path("ping"));
    assertSameShape(answer.path("meta"), captured.path("meta"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs", "nodes", "partitions", "diag", "ping", "reservations"})
  void envelope(String resource) throws Exception {
    JsonNode answer = client.read(resource);
    List<String> expected = new ArrayList<>();
    captured.path("envelopes").path(resource).forEach(key -> expected.add(key.asText()));
    assertThat(answer.fieldNames()).toIterable().containsExactlyElementsOf(expected);
    assertThat(answer.path("errors")).isEmpty();
    assertThat(answer.path("warnings")).isEmpty();
  }

  @Test
  void jobStates() throws Exception {
    JsonNode answer = client.read("jobs/state");
    assertThat(answer.path("jobs").get(0).path("job_id").asText()).isEqualTo("1001");
    assertThat(answer.path("jobs").get(0).path("state").get(0).asText()).isEqualTo("RUNNING");
    assertThat(answer.fieldNames())
        .toIterable()
        .containsExactly("jobs", "meta", "errors", "warnings");
  }

  private static void assertSameShape(JsonNode simulated, JsonNode real) {
    Map<String, String> expected = new TreeMap<>();
    Map<String, String> actual = new TreeMap<>();
    flatten("", real, expected);
    flatten("", simulated, actual);
    assertThat(actual).isEqualTo(expected);
  }

  /** Paths and types; of a list only its first element, and none where it is empty. */
  private static void flatten(String path, JsonNode node, Map<String, String> shape) {
    if (node.isObject()) {
      shape.put(path, "object");
      node.fields()
          .forEachRemaining(field -> flatten(path + "/" + field.getKey(), field.getValue(), shape));
    } else {
      shape.put(path, node.getNodeType().toString());
      if (node.isArray() && !node.isEmpty() && node.get(0).isObject()) {
        flatten(path + "/0", node.get(0), shape);
      }
    }
  }
}
