package io.rltune.daemon.systemd;

import io.rltune.model.CleanText;
import io.rltune.slurm.process.ChildProcess;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells systemd how the service is doing (sd_notify(3)): a datagram to {@code NOTIFY_SOCKET}, or,
 * where JNA cannot be loaded, the command {@code systemd-notify}. Without systemd it does nothing,
 * and nothing it does ever fails the daemon.
 */
public final class ServiceManager {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);

  private static final Duration NOTIFY_TIME = Duration.ofSeconds(5);

  /** A way to send. */
  interface Channel {
    void send(String text) throws IOException;
  }

  private final List<Channel> channels;
  private final Duration watchdog;
  private int working;
  private boolean failed;

  ServiceManager(List<Channel> channels, Duration watchdog) {
    this.channels = List.copyOf(channels);
    this.watchdog = watchdog;
  }

  /** As the environment of this process says. */
  public static ServiceManager of(Map<String, String> environment) {
    String socket = environment.getOrDefault("NOTIFY_SOCKET", "");
    if (socket.isEmpty()) {
      return new ServiceManager(List.of(), Duration.ZERO);
    }
    return new ServiceManager(
        List.of(text -> UnixDatagram.send(socket, text), ServiceManager::command),
        watchdog(environment));
  }

  private static Duration watchdog(Map<String, String> environment) {
    String pid = environment.getOrDefault("WATCHDOG_PID", "");
    if (!pid.isEmpty() && !pid.equals(Long.toString(ProcessHandle.current().pid()))) {
      return Duration.ZERO;
    }
    try {
      return Duration.ofNanos(
          1000 * Math.max(0, Long.parseLong(environment.getOrDefault("WATCHDOG_USEC", "0"))));
    } catch (NumberFormatException e) {
      return Duration.ZERO;
    }
  }

  /** How often systemd wants to hear from us at the least; zero when it does not. */
  public Duration watchdog() {
    return watchdog;
  }

  public void ready(String status) {
    send("READY=1\nSTATUS=" + oneLine(status));
  }

  public void status(String status) {
    send("STATUS=" + oneLine(status));
  }

  public void alive() {
    send("WATCHDOG=1");
  }

  public void stopping() {
    send("STOPPING=1\nSTATUS=taking back what is left on pending jobs");
  }

  /** Gives a stop that has much to take back more time than TimeoutStopSec. */
  public void extend(Duration more) {
    send("EXTEND_TIMEOUT_USEC=" + more.toMillis() * 1000);
  }

  private synchronized void send(String text) {
    while (working < channels.size()) {
      try {
        channels.get(working).send(text);
        return;
      } catch (IOException | LinkageError | RuntimeException e) {
        // JNA fails with errors of many kinds: a noexec /tmp, a missing library, a foreign libc.
        LOG.warn(
            "systemd cannot be told by way {} of {}: {}",
            working + 1,
            channels.size(),
            e.toString());
        working++;
      }
    }
    if (!failed && !channels.isEmpty()) {
      failed = true;
      LOG.error(
          "systemd cannot be told that the service runs; set Type=exec and WatchdogSec=0 in the unit");
    }
  }

  private static void command(String text) throws IOException {
    List<String> command = new java.util.ArrayList<>(List.of("systemd-notify", "--no-block"));
    command.addAll(List.of(text.split("\n")));
    ChildProcess.Ended ended;
    try {
      ended =
          ChildProcess.of(command, NOTIFY_TIME).withErrors(ChildProcess.Errors.WITH_OUTPUT).run();
    } catch (InterruptedIOException e) {
      // Whoever interrupted us is ending this thread; the way is no worse for it.
      return;
    }
    if (!ended.byItself() || ended.exitCode() != 0) {
      throw new IOException(
          "systemd-notify %s: %s".formatted(ended.how(), CleanText.field(ended.output().strip())));
    }
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }
}
