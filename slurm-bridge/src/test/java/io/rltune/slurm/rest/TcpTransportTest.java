package io.rltune.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpTransportTest {
  private final CountDownLatch done = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void setUp() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  @AfterEach
  void tearDown() {
    done.countDown();
    server.stop(0);
  }

  @Test
  void readsAnAnswer() throws SlurmException {
    serve("{\"jobs\":[{}],\"errors\":[]}", 0);
    assertThat(client().get("/jobs", "jobs", job -> {}).recordCount()).isEqualTo(1);
  }

  @Test
  void aBodyThatStallsRunsIntoTheTimeOut() {
    serve("{\"jobs\":[{}", 1000);
    SlurmException failure =
        catchThrowableOfType(SlurmException.class, () -> client().get("/jobs", "jobs", job -> {}));
    assertThat(failure.error().kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure).hasMessageContaining("in time");
  }

  @Test
  void withoutAListenerSlurmIsUnreachable() {
    int port = server.getAddress().getPort();
    server.stop(0);
    SlurmException failure =
        catchThrowableOfType(
            SlurmException.class, () -> client(port).get("/jobs", "jobs", job -> {}));
    assertThat(failure.error().kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure).hasMessageContaining("is slurmrestd running");
  }

  private void serve(String body, int missing) {
    server.createContext(
        "/jobs",
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, bytes.length + missing);
          exchange.getResponseBody().write(bytes);
          exchange.getResponseBody().flush();
          if (missing > 0) {
            awaitDone();
          }
          exchange.close();
        });
  }

  private void awaitDone() throws IOException {
    try {
      done.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private RestClient client() {
    return client(server.getAddress().getPort());
  }

  private static RestClient client(int port) {
    Duration timeout = Duration.ofMillis(700);
    return new RestClient(
        new TcpTransport(URI.create("http://127.0.0.1:" + port + "/"), timeout, timeout),
        new TokenSource(Path.of("")),
        "",
        Clock.systemUTC());
  }
}
