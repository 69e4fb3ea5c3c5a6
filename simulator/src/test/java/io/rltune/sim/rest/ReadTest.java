package io.rltune.sim.rest;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.NodeView;
import io.rltune.sim.testing.TestClusters;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadTest {
  private static final long EPOCH_S = 1_800_000_000L;

  private final ClusterSim sim = TestClusters.smallSim();
  private SimulatedSlurmrestd server;
  private RestClient client;

  @BeforeEach
  void start() throws Exception {
    server = SimulatedSlurmrestd.start(sim, 0, RestClient.TOKEN, EPOCH_S);
    client = new RestClient(server);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aRunningJobShowsItsAllocation() throws Exception {
    sim.submit(job().type("a100").gpus(6).nodes(2).cpus(4).runs(500, 600).at(10).build());
    sim.advanceTo(100);
    JsonNode job = client.read("job/1001").path("jobs").get(0);
    assertThat(job.path("job_state").toString()).isEqualTo("[\"RUNNING\"]");
    assertThat(job.path("nodes").asText()).isEqualTo("a[1-2]");
    assertThat(job.path("gres_detail").toString())
        .isEqualTo("[\"gpu:a100:3(IDX:0-2)\",\"gpu:a100:3(IDX:0-2)\"]");
    assertThat(job.path("tres_per_node").asText()).isEqualTo("gres/gpu:a100:3");
    assertThat(job.path("tres_alloc_str").asText())
        .isEqualTo("cpu=4,mem=1000M,node=2,billing=4,gres/gpu=6,gres/gpu:a100=6");
    assertThat(job.path("submit_time").path("number").asLong()).isEqualTo(EPOCH_S + 10);
    assertThat(job.path("start_time").path("number").asLong()).isEqualTo(EPOCH_S + 11);
    assertThat(job.path("end_time").path("number").asLong()).isEqualTo(EPOCH_S + 611);
    assertThat(job.path("time_limit").path("number").asLong()).isEqualTo(10);
  }

  @Test
  void aPendingJobShowsItsReasonAndBackfillsPlan() throws Exception {
    sim.submit(job().type("v100").gpus(8).runs(500, 600).build());
    sim.submit(job().gpus(8).at(2).build());
    sim.advanceTo(20);
    JsonNode unplanned = client.read("job/1002").path("jobs").get(0);
    assertThat(unplanned.path("state_reason").asText()).isEqualTo("Resources");
    assertThat(unplanned.path("start_time").path("number").asLong()).isZero();
    assertThat(unplanned.path("tres_req_str").asText())
        .isEqualTo("cpu=1,mem=1000M,node=1,billing=1,gres/gpu=8");
    assertThat(unplanned.path("nodes").asText()).isEmpty();
    assertThat(unplanned.path("job_resources").isNull()).isTrue();
    sim.advanceTo(40);
    JsonNode planned = client.read("job/1002").path("jobs").get(0);
    assertThat(planned.path("start_time").path("number").asLong()).isEqualTo(EPOCH_S + 660);
    assertThat(planned.path("scheduled_nodes").asText()).isEqualTo("v1");
  }

  @Test
  void finishedJobsStayForAWhile() throws Exception {
    sim.submit(job().runs(1000, 60).build());
    sim.advanceTo(100);
    JsonNode job = client.read("jobs").path("jobs").get(0);
    assertThat(job.path("job_state").get(0).asText()).isEqualTo("TIMEOUT");
    assertThat(job.path("state_reason").asText()).isEqualTo("TimeLimit");
    assertThat(job.path("exit_code").path("signal").path("name").asText()).isEqualTo("TERM");
    sim.advanceTo(1000);
    assertThat(client.read("jobs").path("jobs")).isEmpty();
  }

  @Test
  void nodesShowUseAndState() throws Exception {
    sim.submit(job().type("a100").gpus(2).cpus(16).runs(500, 600).build());
    sim.submit(job().type("v100").gpus(8).cpus(4).runs(500, 600).build());
    sim.submit(job().type("v100").gpus(8).at(1).build());
    sim.setNodeHealth("a2", NodeView.Health.DRAIN);
    sim.setNodeHealth("c1", NodeView.Health.DOWN);
    sim.advanceTo(40);
    JsonNode nodes = client.read("nodes").path("nodes");
    assertThat(states(nodes))
        .containsExactly(
            List.of("ALLOCATED"),
            List.of("IDLE", "DRAIN"),
            List.of("MIXED", "PLANNED"),
            List.of("DOWN"));
    assertThat(nodes.get(0).path("gres").asText()).isEqualTo("gpu:a100:4");
    assertThat(nodes.get(0).path("gres_used").asText()).isEqualTo("gpu:a100:2(IDX:0-1)");
    assertThat(nodes.get(0).path("tres_used").asText())
        .isEqualTo("cpu=16,mem=1000M,gres/gpu=2,gres/gpu:a100=2");
    assertThat(nodes.get(1).path("gres_used").asText()).isEqualTo("gpu:a100:0(IDX:N/A)");
    assertThat(nodes.get(3).path("gres").asText()).isEmpty();
    assertThat(nodes.get(3).path("tres").asText()).isEqualTo("cpu=16,mem=62.50G,billing=16");
  }

  @Test
  void partitionsShowTheirNodesAndLimits() throws Exception {
    JsonNode partitions = client.read("partitions").path("partitions");
    JsonNode gpu = partitions.get(0);
    assertThat(gpu.path("nodes").path("configured").asText()).isEqualTo("a[1-2],v1");
    assertThat(gpu.path("maximums").path("time").path("number").asLong()).isEqualTo(1440);
    assertThat(gpu.path("tres").path("configured").asText())
        .isEqualTo(
            "cpu=48,mem=187.50G,node=3,billing=48,gres/gpu=16,gres/gpu:a100=8,gres/gpu:v100=8");
    JsonNode unlimited = partitions.get(1).path("maximums").path("time");
    assertThat(unlimited.path("infinite").asBoolean()).isTrue();
    assertThat(unlimited.path("set").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999", "1001_2", "abc"})
  void anUnknownJobIs404WithAnEmptyListAndAnError(String id) throws Exception {
    HttpResponse<String> response = client.get("/slurm/v0.0.42/job/" + id);
    assertThat(response.statusCode()).isEqualTo(404);
    JsonNode body = RestClient.json(response);
    assertThat(body.path("jobs")).isEmpty();
    assertThat(body.path("errors").get(0).path("error_number").asInt()).isEqualTo(2017);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/slurm/v0.0.41/jobs", "/slurm/v0.0.43/ping", "/slurm/v0.0.42/nope", "/"})
  void otherVersionsAndPathsAre404AsText(String path) throws Exception {
    HttpResponse<String> response = client.get(path);
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain");
    assertThat(response.body()).startsWith("Unable find requested URL");
  }

  @Test
  void openApiNamesTheVersion() throws Exception {
    JsonNode body = RestClient.json(client.get("/openapi/v3"));
    assertThat(body.path("paths").has("/slurm/v0.0.42/jobs/")).isTrue();
    assertThat(body.path("info").path("version").asText()).startsWith("Slurm-24.11");
  }

  @Test
  void aMissingTokenIs401() throws Exception {
    HttpResponse<String> response = client.withToken(null).get("/slurm/v0.0.42/jobs");
    assertThat(response.statusCode()).isEqualTo(401);
    assertThat(response.body()).isEqualTo("Authentication failure");
  }

  @ParameterizedTest
  @CsvSource({"jobs, jobs", "nodes, nodes", "partitions, partitions", "ping, pings"})
  void aWrongTokenIs511WithAnEmptyListAndAnError(String resource, String key) throws Exception {
    HttpResponse<String> response = client.withToken("old").get("/slurm/v0.0.42/" + resource);
    assertThat(response.statusCode()).isEqualTo(511);
    JsonNode body = RestClient.json(response);
    assertThat(body.path(key).isArray()).isTrue();
    assertThat(body.path(key)).isEmpty();
    assertThat(body.path("errors").get(0).path("error_number").asInt()).isEqualTo(1007);
  }

  @Test
  void aReplacedTokenExpiresTheOldOne() throws Exception {
    server.acceptToken("fresh");
    assertThat(client.get("/slurm/v0.0.42/jobs").statusCode()).isEqualTo(511);
    assertThat(client.withToken("fresh").get("/slurm/v0.0.42/jobs").statusCode()).isEqualTo(200);
  }

  @Test
  void theClockIsTheSimulatedOne() {
    sim.advanceTo(12.5);
    assertThat(server.clock().millis()).isEqualTo(EPOCH_S * 1000 + 12_500);
  }

  @ParameterizedTest
  @CsvSource({"1000, 1000M", "1024, 1G", "64000, 62.50G", "384000, 375G", "1048576, 1T"})
  void memoryIsPrintedAsSlurmDoes(long mb, String text) {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(TresText.memory(mb)).isEqualTo(text);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static List<List<String>> states(JsonNode nodes) {
    List<List<String>> states = new ArrayList<>();
    for (JsonNode node : nodes) {
      List<String> state = new ArrayList<>();
      node.path("state").forEach(flag -> state.add(flag.asText()));
      states.add(state);
    }
    return states;
  }
}
