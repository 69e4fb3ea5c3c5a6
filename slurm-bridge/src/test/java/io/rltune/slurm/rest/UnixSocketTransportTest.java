package io.rltune.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnixSocketTransportTest {
  private static final HttpCall PING = new HttpCall("GET", "/ping", Map.of("X-A", "b"), "");

  @TempDir Path dir;
  private final BlockingQueue<String> requestQueue = new LinkedBlockingQueue<>();
  private ServerSocketChannel server;
  private Path socket;

  @BeforeEach
  void setUp() throws IOException {
    socket = dir.resolve("s");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
  }

  @AfterEach
  void tearDown() throws IOException {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Type: text/x\r\n\r\nhelloEXTRA",
        "HTTP/1.1 200 OK\r\ncontent-type: text/x\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "2;x=1\r\nhe\r\n3\r\nllo\r\n0\r\nTrailer: t\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Type: text/x\n" + "\nhello",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/x\r\n\r\nhello",
      })
  void readsABodyInEveryFraming(String answer) throws Exception {
    serve(answer, true);
    try (HttpAnswer got = transport(Duration.ofSeconds(10)).exchange(PING)) {
      assertThat(got.status()).isEqualTo(200);
      assertThat(got.contentType()).isEqualTo("text/x");
      assertThat(got.body().readAllBytes()).asString().isEqualTo("hello");
    }
    assertThat(requestQueue.poll(5, TimeUnit.SECONDS))
        .startsWith("GET /ping HTTP/1.1\r\n")
        .contains("\r\nX-A: b\r\n")
        .contains("\r\nHost: localhost\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello",
      })
  void aBodyCutShortIsAnError(String answer) {
    serve(answer, true);
    assertThatThrownBy(
            () -> {
              try (HttpAnswer got = transport(Duration.ofSeconds(10)).exchange(PING)) {
                got.body().readAllBytes();
              }
            })
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200", "SSH-2.0-x\r\n\r\n", "HTTP/1.1 abc x\r\n\r\n"})
  void whatIsNotHttpIsAnError(String answer) {
    serve(answer, true);
    assertThatThrownBy(() -> transport(Duration.ofSeconds(10)).exchange(PING))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel"})
  void aSilentServerRunsIntoTheTimeOut(String beginning) {
    serve(beginning, false);
    assertThatThrownBy(
            () -> {
              try (HttpAnswer got = transport(Duration.ofMillis(200)).exchange(PING)) {
                got.body().readAllBytes();
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void withoutAListenerItFails() throws IOException {
    server.close();
    assertThatThrownBy(() -> transport(Duration.ofSeconds(10)).exchange(PING))
        .isInstanceOf(IOException.class);
  }

  private UnixSocketTransport transport(Duration timeout) {
    return new UnixSocketTransport(socket, timeout);
  }

  private void serve(String answer, boolean thenClose) {
    CompletableFuture<Void> unused = CompletableFuture.runAsync(() -> serveOne(answer, thenClose));
  }

  private void serveOne(String answer, boolean thenClose) {
    try {
      SocketChannel client = server.accept();
      ByteBuffer buffer = ByteBuffer.allocate(4096);
      client.read(buffer);
      requestQueue.add(new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8));
      client.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)));
      if (thenClose) {
        client.close();
      }
    } catch (IOException e) {
      requestQueue.add("server failed: " + e);
    }
  }
}
