package io.rltune.daemon.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;

/** SIGTERM and SIGINT stop, SIGHUP reloads; what that means changes while the daemon starts. */
final class Signals {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  /** As long as the unit's TimeoutStopSec, less a little. */
  private static final long STOP_S = 85;

  // Counted down when everything is taken back and closed: then the JVM may go.
  private final CountDownLatch done = new CountDownLatch(1);
  private Runnable stop = () -> {};
  private Runnable reload =
      () -> LOG.info("SIGHUP: not active yet; the configuration is read again at the takeover");
  private boolean stopped;

  void install() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "stop"));
    try {
      Signal.handle(new Signal("HUP"), signal -> reload());
    } catch (IllegalArgumentException e) {
      LOG.warn("SIGHUP cannot be handled: {}", e.getMessage());
    }
  }

  /** What stops the daemon from now on; at once where a signal has come already. */
  synchronized void onStop(Runnable action) {
    stop = action;
    if (stopped) {
      action.run();
    }
  }

  synchronized void onReload(Runnable action) {
    reload = action;
  }

  void done() {
    done.countDown();
  }

  private synchronized void reload() {
    reload.run();
  }

  private synchronized void stopNow() {
    stopped = true;
    stop.run();
  }

  private void shutDown() {
    stopNow();
    try {
      if (!done.await(STOP_S, TimeUnit.SECONDS)) {
        LOG.error("not stopped within {} s; the next start takes back what is left", STOP_S);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
