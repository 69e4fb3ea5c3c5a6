package io.rltune.daemon.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests as bytes on a socket: what a hostile client can send. */
class LocalHttpTest {
  private LocalHttp http;

  @BeforeEach
  void start() throws IOException {
    http =
        LocalHttp.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Map.of(
                "/health",
                request -> Response.ok(Response.TEXT, "fine"),
                "/jobs/",
                request -> Response.ok(Response.TEXT, request.path() + request.query().get("q")),
                "/broken",
                request -> {
                  throw new IllegalStateException("secret detail");
                }),
            Set.of("rltune.example"));
  }

  @AfterEach
  void stop() {
    http.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /health       | localhost        | 200",
        "GET /health       | 127.0.0.1:9091   | 200",
        "GET /health       | [::1]:80         | 200",
        "GET /health       | RLTUNE.example:1 | 200",
        "GET /health       | evil.example     | 421",
        "GET /health       | ''               | 421",
        "HEAD /health      | localhost        | 200",
        "POST /health      | localhost        | 405",
        "DELETE /health    | localhost        | 405",
        "GET /jobs/7?q=a+b | localhost        | 200",
        "GET /jobs         | localhost        | 404",
        "GET /             | localhost        | 404",
        "GET /../health    | localhost        | 404",
        "GET /broken       | localhost        | 500",
        "GET /jobs/?q=%zz  | localhost        | 400",
      })
  void answersOnlyWhatItShould(String line, String host, int status) throws IOException {
    assertThat(send(line + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void routesBelowAPrefixSeePathAndQuery() throws IOException {
    assertThat(get("/jobs/7?q=a%20b")).endsWith("/jobs/7a b");
  }

  @Test
  void aFailingRouteTellsTheClientNothing() throws IOException {
    assertThat(get("/broken")).doesNotContain("secret detail");
  }

  @Test
  void everyAnswerKeepsBrowsersCareful() throws IOException {
    assertThat(get("/health"))
        .containsIgnoringCase("X-Content-Type-Options: nosniff")
        .containsIgnoringCase("Content-Security-Policy: default-src 'none'");
  }

  @Test
  void aBodyIsRefused() throws IOException {
    assertThat(send("GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde"))
        .startsWith("HTTP/1.1 413 ");
  }

  @Test
  void hugeHeadersAreCutOff() {
    StringBuilder headers = new StringBuilder("GET /health HTTP/1.1\r\nHost: localhost\r\n");
    for (int i = 0; i < 100; i++) {
      headers.append("X-").append(i).append(": ").append("x".repeat(1000)).append("\r\n");
    }
    assertThat(sendOrReset(headers + "\r\n")).doesNotContain(" 200 ");
  }

  @Test
  void aLongAddressIsCutOff() {
    assertThat(
            sendOrReset("GET /jobs/" + "a".repeat(10_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .doesNotContain(" 200 ");
  }

  @Test
  void clientsThatSayNothingDoNotShutOthersOut() throws IOException {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        silent.add(connect());
      }
      assertThat(get("/health")).endsWith("fine");
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void anAddressInUseIsNamed() {
    InetSocketAddress taken = http.address();
    assertThatThrownBy(() -> LocalHttp.start(taken, Map.of(), Set.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("http.listen 127.0.0.1:" + taken.getPort());
  }

  private String get(String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  }

  /** Some refusals close the connection while we still write. */
  private String sendOrReset(String bytes) {
    try {
      return send(bytes);
    } catch (SocketException e) {
      return "reset";
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private String send(String bytes) throws IOException {
    try (Socket socket = connect();
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream()) {
      out.write(bytes.getBytes(ISO_8859_1));
      out.flush();
      return new String(in.readAllBytes(), ISO_8859_1);
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.connect(http.address(), 2000);
    socket.setSoTimeout(5000);
    return socket;
  }
}
