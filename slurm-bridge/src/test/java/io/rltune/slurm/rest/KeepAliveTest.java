package io.rltune.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server that closes the connection just as we send: reads are sent once more, a write never is,
 * because Slurm may have taken it.
 */
class KeepAliveTest {
  /** What the server does with a request. */
  enum Deed {
    ANSWER,
    CLOSE,
    RESET,
    HALF_A_BODY,
    HALF_A_HEAD
  }

  private final List<String> requestList = new CopyOnWriteArrayList<>();
  private List<Deed> deedList = List.of();
  private ServerSocket server;
  private RestClient client;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread accepting = new Thread(this::accept, "server");
    accepting.setDaemon(true);
    accepting.start();
    URI endpoint = URI.create("http://127.0.0.1:" + server.getLocalPort());
    client =
        new RestClient(
            new TcpTransport(endpoint, Duration.ofSeconds(5), Duration.ofSeconds(5)),
            new TokenSource(Path.of("")),
            "",
            Clock.systemUTC());
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Deed.class,
      names = {"CLOSE", "RESET"})
  void aReadThatMetADroppedConnectionIsSentOnceMore(Deed drop) throws SlurmException {
    deedList = List.of(Deed.ANSWER, drop, Deed.ANSWER);
    assertThat(read()).isEqualTo(1);
    assertThat(read()).isEqualTo(1);
    assertThat(requestList).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(
      value = Deed.class,
      names = {"CLOSE", "RESET"})
  void aServerThatKeepsDroppingIsUnreachableAfterTwoTries(Deed drop) {
    deedList = List.of(drop, drop, drop, drop, drop, drop);
    assertThat(failureOfRead().error().kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(requestList).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = Deed.class,
      names = {"CLOSE", "RESET", "HALF_A_HEAD", "HALF_A_BODY"})
  void aWriteIsNeverSentAgain(Deed drop) throws SlurmException {
    deedList = List.of(Deed.ANSWER, drop, Deed.ANSWER, Deed.ANSWER);
    assertThat(read()).isEqualTo(1);
    SlurmException failure =
        catchThrowableOfType(
            SlurmException.class, () -> client.post("/slurm/v0.0.42/job/7", "{\"nice\":1}"));
    assertThat(failure.error().kind()).isIn(Kind.UNREACHABLE, Kind.MALFORMED);
    assertThat(requestList).filteredOn(line -> line.startsWith("POST")).hasSize(1);
  }

  /** Records of the half may have been given away already: the next cycle reads afresh. */
  @ParameterizedTest
  @EnumSource(
      value = Deed.class,
      names = {"HALF_A_HEAD", "HALF_A_BODY"})
  void halfAnAnswerIsAFailureAndNoPartOfAQueue(Deed half) {
    deedList = List.of(half, Deed.ANSWER, Deed.ANSWER);
    assertThat(failureOfRead().error().kind()).isIn(Kind.UNREACHABLE, Kind.MALFORMED);
  }

  @Test
  void answersShareAConnection() throws SlurmException {
    deedList = List.of(Deed.ANSWER, Deed.ANSWER, Deed.ANSWER);
    for (int i = 0; i < 3; i++) {
      assertThat(read()).isEqualTo(1);
    }
    assertThat(connections).isEqualTo(1);
  }

  private volatile int connections;

  private int read() throws SlurmException {
    return client.get("/slurm/v0.0.42/jobs", "jobs", job -> {}).recordCount();
  }

  private SlurmException failureOfRead() {
    return catchThrowableOfType(SlurmException.class, this::read);
  }

  private void accept() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        connections++;
        serve(socket);
      } catch (IOException e) {
        continue;
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    for (String request = in.readLine(); request != null; request = in.readLine()) {
      int body = 0;
      for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
        if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
          body = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
        }
      }
      assertThat(in.skip(body)).isEqualTo(body);
      requestList.add(request);
      Deed deed = deedList.get(Math.min(requestList.size(), deedList.size()) - 1);
      if (!carryOut(deed, socket)) {
        return;
      }
    }
  }

  private static boolean carryOut(Deed deed, Socket socket) throws IOException {
    String body = "{\"jobs\":[{\"job_id\":1}],\"errors\":[]}";
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n";
    String sent =
        switch (deed) {
          case ANSWER -> head + body;
          case HALF_A_BODY -> head + body.substring(0, 24);
          case HALF_A_HEAD -> head.substring(0, 24);
          case CLOSE, RESET -> "";
        };
    if (deed == Deed.RESET) {
      socket.setSoLinger(true, 0);
    }
    socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    return deed == Deed.ANSWER;
  }
}
