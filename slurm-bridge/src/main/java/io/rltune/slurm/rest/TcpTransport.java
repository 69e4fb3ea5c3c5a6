package io.rltune.slurm.rest;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** HTTP over TCP, with TLS for {@code https} endpoints. */
public final class TcpTransport implements HttpTransport {
  private final HttpClient client;
  private final URI endpoint;
  private final Duration requestTimeout;

  public TcpTransport(URI endpoint, Duration connectTimeout, Duration requestTimeout) {
    this.endpoint = endpoint;
    this.requestTimeout = requestTimeout;
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(connectTimeout)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  @Override
  public HttpAnswer exchange(HttpCall call) throws IOException {
    long begin = System.nanoTime();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base() + call.path()))
            .timeout(requestTimeout)
            .header("Accept", "application/json");
    call.headers().forEach(request::header);
    if (call.body().isEmpty()) {
      request.method(call.method(), BodyPublishers.noBody());
    } else {
      request.header("Content-Type", "application/json");
      request.method(call.method(), BodyPublishers.ofString(call.body()));
    }
    try {
      HttpResponse<InputStream> response =
          client.send(request.build(), BodyHandlers.ofInputStream());
      Duration left = requestTimeout.minusNanos(System.nanoTime() - begin);
      return new HttpAnswer(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.body(),
          Deadline.in(left, response.body()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private String base() {
    String text = endpoint.toString();
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  @Override
  public String name() {
    return endpoint.getScheme();
  }

  @Override
  public String place() {
    return endpoint.toString();
  }

  @Override
  public void close() {
    // java.net.http.HttpClient of Java 17 has nothing to close: its threads end with it.
  }
}
