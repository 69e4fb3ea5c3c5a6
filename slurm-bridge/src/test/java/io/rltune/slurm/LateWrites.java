package io.rltune.slurm;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Holds a write up between our last look at the job and Slurm: a proxy before slurmrestd, and a
 * script around scontrol. What the window is for happens meanwhile.
 */
final class LateWrites implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final Lab lab;
  private final Path arrived;
  private final Path go;
  private final Path script;
  private final HttpServer proxy;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  LateWrites(Lab lab, Path dir) throws IOException {
    this.lab = lab;
    arrived = dir.resolve("arrived");
    go = dir.resolve("go");
    script = script(dir);
    proxy = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    proxy.createContext("/", this::forward);
    proxy.setExecutor(threads);
    proxy.start();
  }

  /** What happens in the window. */
  @FunctionalInterface
  interface Event {
    void happen() throws Exception;
  }

  /** Writes one update; between the check and the write the event happens. */
  Optional<SlurmError> write(WriteTransport transport, JobUpdate update, Event event)
      throws Exception {
    Files.deleteIfExists(arrived);
    Files.deleteIfExists(go);
    try (SlurmGateway late = SlurmGateways.open(settings(transport))) {
      CompletableFuture<Optional<SlurmError>> outcome =
          CompletableFuture.supplyAsync(() -> late.write(List.of(update)).get(0), threads);
      await().atMost(PATIENCE).until(() -> Files.exists(arrived) || outcome.isDone());
      if (!Files.exists(arrived)) {
        throw new AssertionError("nothing was sent: " + outcome.join());
      }
      event.happen();
      Files.createFile(go);
      return outcome.join();
    }
  }

  private SlurmSettings settings(WriteTransport transport) {
    return new SlurmSettings(
        URI.create("http://127.0.0.1:" + proxy.getAddress().getPort()),
        lab.get("REST_USER"),
        Path.of(lab.get("TOKEN_FILE")),
        script.toString(),
        Path.of(lab.get("SLURM_CONF")),
        transport,
        "auto",
        PATIENCE,
        PATIENCE);
  }

  private Path script(Path dir) throws IOException {
    String text =
        """
        #!/bin/bash
        # Only a batch is a write; a question comes as arguments.
        [ $# -gt 0 ] && exec %1$s "$@"
        commands=$(cat)
        touch %2$s
        until [ -e %3$s ]; do sleep 0.05; done
        exec %1$s <<<"$commands"
        """
            .formatted(lab.scontrolAs(lab.get("REST_USER")), arrived, go);
    Path file = Files.writeString(dir.resolve("late-scontrol"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("POST")) {
        Files.createFile(arrived);
        await().atMost(PATIENCE).until(() -> Files.exists(go));
      }
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(lab.get("REST_URL") + exchange.getRequestURI()))
              .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
      for (String name : List.of("X-SLURM-USER-TOKEN", "X-SLURM-USER-NAME", "Content-Type")) {
        Optional.ofNullable(exchange.getRequestHeaders().getFirst(name))
            .ifPresent(value -> request.header(name, value));
      }
      HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
      exchange
          .getResponseHeaders()
          .set("Content-Type", answer.headers().firstValue("Content-Type").orElse("text/plain"));
      exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    proxy.stop(0);
    threads.shutdownNow();
  }
}
