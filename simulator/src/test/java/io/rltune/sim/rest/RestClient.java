package io.rltune.sim.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Talks to the simulated slurmrestd as any HTTP client would. */
final class RestClient {
  static final String TOKEN = "secret";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final SimulatedSlurmrestd server;
  private String token = TOKEN;

  RestClient(SimulatedSlurmrestd server) {
    this.server = server;
  }

  /** The same server asked with another token; null sends none. */
  RestClient withToken(String newToken) {
    RestClient other = new RestClient(server);
    other.token = newToken;
    return other;
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path).GET().build());
  }

  /** A resource of v0.0.42. */
  JsonNode read(String resource) throws IOException, InterruptedException {
    return json(get("/slurm/v0.0.42/" + resource));
  }

  HttpResponse<String> post(long jobId, String body) throws IOException, InterruptedException {
    return send(
        request("/slurm/v0.0.42/job/" + jobId)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  JsonNode update(long jobId, String body) throws IOException, InterruptedException {
    return json(post(jobId, body));
  }

  static JsonNode json(HttpResponse<String> response) throws IOException {
    return new ObjectMapper().readTree(response.body());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.uri().resolve(path)).timeout(Duration.ofSeconds(20));
    return token == null ? request : request.header("X-SLURM-USER-TOKEN", token);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
