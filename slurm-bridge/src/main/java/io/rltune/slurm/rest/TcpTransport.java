package io.rltune.slurm.rest;

import io.rltune.slurm.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * HTTP over TCP, with TLS for {@code https} endpoints. Connections are kept. When the server drops
 * one just as we send, the JDK's client sends a GET once more and a POST never (KeepAliveTest holds
 * it to that).
 */
public final class TcpTransport implements HttpTransport {
  private final URI endpoint;
  private final Duration connectTimeout;
  private final Duration requestTimeout;
  private final TlsContext tls;
  private HttpClient client;
  private String clientStamp = "";

  public TcpTransport(URI endpoint, Duration connectTimeout, Duration requestTimeout) {
    this(endpoint, connectTimeout, requestTimeout, TlsFiles.NONE);
  }

  /** With a CA and a client certificate of one's own, read again when their files change. */
  public TcpTransport(
      URI endpoint, Duration connectTimeout, Duration requestTimeout, TlsFiles files) {
    this.endpoint = endpoint;
    this.connectTimeout = connectTimeout;
    this.requestTimeout = requestTimeout;
    this.tls = new TlsContext(files);
  }

  private synchronized HttpClient client() throws IOException {
    String stamp = tls.stamp();
    if (client == null || !stamp.equals(clientStamp)) {
      HttpClient.Builder builder =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(connectTimeout)
              .followRedirects(HttpClient.Redirect.NEVER);
      if (endpoint.getScheme().equals("https")) {
        builder.sslContext(tls.create());
      }
      client = builder.build();
      clientStamp = stamp;
    }
    return client;
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
          client().send(request.build(), BodyHandlers.ofInputStream());
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
