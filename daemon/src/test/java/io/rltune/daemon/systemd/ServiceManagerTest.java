package io.rltune.daemon.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real datagram socket, which only another language can open here. */
class ServiceManagerTest {
  private static final String RECEIVER =
      """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      name = sys.argv[1]
      s.bind('\\0' + name[1:] if name[0] == '@' else name)
      print('bound', flush=True)
      for i in range(int(sys.argv[2])):
          print(s.recv(4096).decode().replace('\\n', '|'), flush=True)
      """;

  @TempDir Path directory;

  @Test
  void tellsSystemdThatItIsReadyAndAlive() throws Exception {
    String socket = directory.resolve("notify").toString();
    assertThat(
            received(
                socket,
                () -> {
                  ServiceManager manager = ServiceManager.of(Map.of("NOTIFY_SOCKET", socket));
                  manager.ready("act\nive");
                  manager.alive();
                },
                2))
        .containsExactly("READY=1|STATUS=act ive", "WATCHDOG=1");
  }

  @Test
  void knowsAbstractSockets() throws Exception {
    String socket = "@rltune-test-" + ProcessHandle.current().pid();
    assertThat(
            received(
                socket, () -> ServiceManager.of(Map.of("NOTIFY_SOCKET", socket)).status("x"), 1))
        .containsExactly("STATUS=x");
  }

  @Test
  void whereJnaFailsTheNextWayIsTakenAndKept() {
    List<String> sent = new ArrayList<>();
    int[] tries = {0};
    ServiceManager manager =
        new ServiceManager(
            List.of(
                text -> {
                  tries[0]++;
                  throw new UnsatisfiedLinkError("no jnidispatch");
                },
                sent::add),
            Duration.ZERO);

    manager.ready("a");
    manager.alive();

    assertThat(sent).containsExactly("READY=1\nSTATUS=a", "WATCHDOG=1");
    assertThat(tries[0]).isEqualTo(1);
  }

  @Test
  void whereEverythingFailsTheDaemonGoesOn() {
    ServiceManager manager =
        new ServiceManager(
            List.of(
                text -> {
                  throw new IOException("no socket");
                }),
            Duration.ZERO);

    manager.ready("a");
    manager.alive();
  }

  @Test
  void theCommandReallyReachesTheSocket() throws Exception {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/systemd-notify")), "systemd-notify is not installed");
    String socket = directory.resolve("notify").toString();
    assertThat(
            received(
                socket,
                () -> {
                  ProcessBuilder helper =
                      new ProcessBuilder("systemd-notify", "--no-block", "READY=1", "STATUS=a b");
                  helper.environment().put("NOTIFY_SOCKET", socket);
                  assertThat(helper.start().waitFor()).isZero();
                },
                1))
        .containsExactly("READY=1|STATUS=a b");
  }

  @Test
  void theWatchdogOfAnotherProcessIsNotOurs() {
    assertThat(
            ServiceManager.of(
                    Map.of("NOTIFY_SOCKET", "/x", "WATCHDOG_USEC", "60000000", "WATCHDOG_PID", "1"))
                .watchdog())
        .isZero();
    assertThat(
            ServiceManager.of(Map.of("NOTIFY_SOCKET", "/x", "WATCHDOG_USEC", "60000000"))
                .watchdog())
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void theWatchdogIsSilentWhileTheDaemonHangs() {
    List<String> sent = java.util.Collections.synchronizedList(new ArrayList<>());
    boolean[] alive = {true};
    ServiceManager manager = new ServiceManager(List.of(sent::add), Duration.ofMillis(30));
    try (Watchdog watchdog = Watchdog.start(manager, () -> alive[0])) {
      Awaitility.await().until(() -> sent.size() > 2);
      alive[0] = false;
      int[] before = {-1};
      Awaitility.await()
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> {
                boolean same = before[0] == sent.size();
                before[0] = sent.size();
                return same;
              });
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static List<String> received(String socket, Work work, int messages) throws Exception {
    Process receiver;
    try {
      receiver =
          new ProcessBuilder("python3", "-c", RECEIVER, socket, Integer.toString(messages)).start();
    } catch (IOException e) {
      Assumptions.abort("python3 is not installed");
      return List.of();
    }
    try (InputStream in = receiver.getInputStream()) {
      assertThat(new String(in.readNBytes(6), StandardCharsets.UTF_8)).isEqualTo("bound\n");
      work.run();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } finally {
      receiver.destroyForcibly();
    }
  }
}
