package io.rltune.sim.rest;

import static io.rltune.sim.testing.JobSpec.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.testing.TestClusters;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultTest {
  private final ClusterSim sim = TestClusters.smallSim();
  private SimulatedSlurmrestd server;
  private RestClient client;

  @BeforeEach
  void start() throws Exception {
    server = SimulatedSlurmrestd.start(sim, 0, RestClient.TOKEN);
    client = new RestClient(server);
    sim.submit(job().runs(500, 600).build());
    sim.advanceTo(5);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void authLooksLikeAnExpiredToken() throws Exception {
    server.failNext(FaultKind.AUTH);
    HttpResponse<String> response = client.get("/slurm/v0.0.42/jobs");
    assertThat(response.statusCode()).isEqualTo(511);
    assertThat(RestClient.json(response).path("jobs")).isEmpty();
    assertRecovered();
  }

  @Test
  void serverErrorIsText() throws Exception {
    server.failNext(FaultKind.SERVER_ERROR);
    assertThat(client.get("/slurm/v0.0.42/jobs").statusCode()).isEqualTo(500);
    assertRecovered();
  }

  @Test
  void emptyBodyIsStatus200WithoutContent() throws Exception {
    server.failNext(FaultKind.EMPTY_BODY);
    HttpResponse<String> response = client.get("/slurm/v0.0.42/jobs");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
    assertRecovered();
  }

  @Test
  void truncatedBodyEndsBeforeItsAnnouncedLength() throws Exception {
    server.failNext(FaultKind.TRUNCATED_BODY);
    String raw = rawGet("/slurm/v0.0.42/jobs");
    assertThat(raw).startsWith("HTTP/1.1 200");
    int announced = Integer.parseInt(raw.replaceAll("(?is).*content-length: *(\\d+).*", "$1"));
    String body = raw.substring(raw.indexOf("\r\n\r\n") + 4);
    assertThat(body.length()).isBetween(1, announced - 1);
    assertRecovered();
  }

  @Test
  void droppedConnectionHasNoAnswer() throws Exception {
    server.failNext(FaultKind.DROP_CONNECTION);
    assertThat(rawGet("/slurm/v0.0.42/jobs")).isEmpty();
    assertRecovered();
  }

  @Test
  void errorsWithAnEmptyListComeUnderHttp200() throws Exception {
    server.failNext(FaultKind.ERRORS_WITH_EMPTY_LIST);
    HttpResponse<String> response = client.get("/slurm/v0.0.42/nodes");
    assertThat(response.statusCode()).isEqualTo(200);
    JsonNode body = RestClient.json(response);
    assertThat(body.path("nodes").isArray()).isTrue();
    assertThat(body.path("nodes")).isEmpty();
    assertThat(body.path("errors")).hasSize(1);
    assertRecovered();
  }

  @Test
  void aFaultOnAWriteAppliesNothing() throws Exception {
    server.failNext(FaultKind.AUTH);
    assertThat(client.post(1001, "{\"nice\":9}").statusCode()).isEqualTo(511);
    assertThat(sim.job(1001).orElseThrow().nice()).isZero();
  }

  @Test
  void faultsQueueUp() throws Exception {
    server.failNext(FaultKind.SERVER_ERROR);
    server.failNext(FaultKind.AUTH);
    assertThat(client.get("/slurm/v0.0.42/ping").statusCode()).isEqualTo(500);
    assertThat(client.get("/slurm/v0.0.42/ping").statusCode()).isEqualTo(511);
    assertRecovered();
  }

  @Test
  void afterClosingNobodyAnswers() {
    server.close();
    assertThatThrownBy(() -> client.get("/slurm/v0.0.42/ping")).isInstanceOf(IOException.class);
  }

  private void assertRecovered() throws Exception {
    assertThat(client.read("jobs").path("jobs")).hasSize(1);
  }

  /** Without a client that retries or complains, so that the bytes themselves can be seen. */
  private String rawGet(String path) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.uri().getPort());
        OutputStream out = new BufferedOutputStream(socket.getOutputStream())) {
      socket.setSoTimeout(20_000);
      String request =
          "GET "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nX-SLURM-USER-TOKEN: "
              + RestClient.TOKEN
              + "\r\nConnection: close\r\n\r\n";
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
