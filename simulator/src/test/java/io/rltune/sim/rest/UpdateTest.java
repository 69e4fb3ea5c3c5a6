package io.rltune.sim.rest;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.JobPhase;
import io.rltune.sim.testing.TestClusters;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates of a pending job, against what a real 24.11.5 answered to the same requests. */
class UpdateTest {
  private final ClusterSim sim = TestClusters.smallSim();
  private SimulatedSlurmrestd server;
  private RestClient client;
  private long running;
  private long pending;

  @BeforeEach
  void start() throws Exception {
    server = SimulatedSlurmrestd.start(sim, 0, RestClient.TOKEN);
    client = new RestClient(server);
    running = sim.submit(job().type("a100").gpus(8).nodes(2).runs(500, 600).build());
    pending = sim.submit(job().type("a100").gpus(2).at(2).build());
    sim.advanceTo(5);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"2147488648, 5000", "2147483648, 0", "2147483641, -7"})
  void siteFactorTravelsWithAnOffset(long raw, int factor) throws Exception {
    assertDone(client.update(pending, "{\"site_factor\":" + raw + "}"));
    assertThat(sim.job(pending).orElseThrow().siteFactor()).isEqualTo(factor);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"priority\":1234}",
        "{\"priority\":{\"set\":true,\"infinite\":false,\"number\":1234}}",
        "{\"priority\":{\"number\":1234}}"
      })
  void priorityIsANumberOrAnObject(String body) throws Exception {
    assertDone(client.update(pending, body));
    assertThat(sim.job(pending).orElseThrow().priority()).isEqualTo(1234);
    assertDone(client.update(pending, "{\"priority\":{\"set\":true,\"infinite\":true}}"));
    assertThat(sim.job(pending).orElseThrow().priority()).isEqualTo(1);
  }

  @Test
  void niceIsSigned() throws Exception {
    assertDone(client.update(pending, "{\"nice\":-50}"));
    assertThat(sim.job(pending).orElseThrow().nice()).isEqualTo(-50);
    assertThat(client.read("job/" + pending).path("jobs").get(0).path("nice").asInt())
        .isEqualTo(-50);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"\"]", "null"})
  void aNodeListIsSetAndCleared(String clear) throws Exception {
    assertDone(client.update(pending, "{\"required_nodes\":[\"a2\"]}"));
    assertThat(sim.job(pending).orElseThrow().requiredNodes()).containsExactly("a2");
    assertThat(client.read("job/" + pending).path("jobs").get(0).path("required_nodes").asText())
        .isEqualTo("a2");
    assertDone(client.update(pending, "{\"required_nodes\":[]}"));
    assertThat(sim.job(pending).orElseThrow().requiredNodes()).containsExactly("a2");
    assertDone(client.update(pending, "{\"required_nodes\":" + clear + "}"));
    assertThat(sim.job(pending).orElseThrow().requiredNodes()).isEmpty();
  }

  @Test
  void aNodeListAsAStringIsAppliedUnderAWarning() throws Exception {
    JsonNode answer = client.update(pending, "{\"required_nodes\":\"a[1-2]\"}");
    assertThat(answer.path("errors")).isEmpty();
    assertThat(answer.path("warnings").get(0).path("description").asText())
        .startsWith("Expected OpenAPI type=array")
        .endsWith("\"a[1-2]\"");
    assertThat(sim.job(pending).orElseThrow().requiredNodes()).containsExactly("a1", "a2");
  }

  @Test
  void aNodeThatDoesNotExistIsError2018() throws Exception {
    HttpResponse<String> response = client.post(pending, "{\"required_nodes\":[\"zz9\"]}");
    assertThat(response.statusCode()).isEqualTo(500);
    assertError(
        RestClient.json(response), 2018, "Invalid node name specified", "slurm_update_job2()");
  }

  @Test
  void anUnknownJobIsError2017() throws Exception {
    HttpResponse<String> response = client.post(99_999, "{\"priority\":5}");
    assertThat(response.statusCode()).isEqualTo(404);
    assertError(RestClient.json(response), 2017, "Invalid job id specified", "slurm_update_job2()");
    assertThat(client.post(99_999, "{}").statusCode()).isEqualTo(404);
  }

  @Test
  void aHeldJobIsError2042() throws Exception {
    sim.updatePriority(pending, 0);
    JsonNode job = client.read("job/" + pending).path("jobs").get(0);
    assertThat(job.path("hold").asBoolean()).isTrue();
    assertThat(job.path("state_reason").asText()).isEqualTo("JobHeldAdmin");
    assertThat(job.path("eligible_time").path("number").asLong()).isZero();
    assertError(
        client.update(pending, "{\"priority\":5}"),
        2042,
        "Job is in held state, pending scheduler release",
        "slurm_update_job2()");
  }

  @Test
  void aFinishedJobIsError2084() throws Exception {
    sim.advanceTo(510);
    assertError(
        client.update(running, "{\"nice\":5}"),
        2084,
        "Job has already finished",
        "slurm_update_job2()");
  }

  @Test
  void aShorterNodeListKillsARunningJobAsItDoesInSlurm() throws Exception {
    assertDone(client.update(running, "{\"required_nodes\":[\"a1\"]}"));
    assertThat(sim.job(running).orElseThrow().phase()).isEqualTo(JobPhase.FAILED);
  }

  @Test
  void whatCannotBeParsedAppliesNothingUnderHttp200() throws Exception {
    HttpResponse<String> response =
        client.post(pending, "{\"nice\":7,\"priority\":{\"number\":\"abc\"}}");
    assertThat(response.statusCode()).isEqualTo(200);
    JsonNode errors = RestClient.json(response).path("errors");
    assertThat(errors.get(0).path("error_number").asInt()).isEqualTo(9202);
    assertThat(errors.get(0).path("description").asText())
        .isEqualTo("Expected integer but got \"abc\"");
    assertThat(errors.get(1).path("error_number").asInt()).isEqualTo(9000);
    assertThat(sim.job(pending).orElseThrow().nice()).isZero();
    assertThat(server.writes()).isZero();
  }

  @Test
  void anUnknownFieldIsOnlyAWarning() throws Exception {
    JsonNode answer = client.update(pending, "{\"nodelist\":\"a1\"}");
    assertThat(answer.path("errors")).isEmpty();
    assertThat(answer.path("warnings").get(0).path("description").asText())
        .isEqualTo(
            "Ignoring unknown field \"nodelist\" of type string in DATA_PARSER_JOB_DESC_MSG");
    assertThat(sim.job(pending).orElseThrow().requiredNodes()).isEmpty();
  }

  @Test
  void whatIsNotJsonIsAText() throws Exception {
    HttpResponse<String> response = client.post(pending, "{nope");
    assertThat(response.body()).isEqualTo("Unable to parse query.");
  }

  @Test
  void confirmedWritesAreCounted() throws Exception {
    client.update(pending, "{\"nice\":1}");
    client.update(pending, "{\"nice\":2,\"site_factor\":2147483649}");
    client.update(99_999, "{\"nice\":1}");
    assertThat(server.writes()).isEqualTo(2);
    assertThat(server.requests()).isEqualTo(3);
  }

  private static void assertDone(JsonNode answer) {
    assertThat(answer.path("errors")).isEmpty();
    assertThat(answer.path("warnings")).isEmpty();
    assertThat(answer.path("results").isNull()).isTrue();
    assertThat(answer.path("meta").path("slurm").path("release").asText()).isEqualTo("24.11.5");
  }

  private static void assertError(JsonNode answer, int number, String text, String source) {
    JsonNode error = answer.path("errors").get(0);
    assertThat(error.path("error_number").asInt()).isEqualTo(number);
    assertThat(error.path("error").asText()).isEqualTo(text);
    assertThat(error.path("source").asText()).isEqualTo(source);
    assertThat(error.path("description").asText()).isEqualTo("Job update requested failed");
  }
}
