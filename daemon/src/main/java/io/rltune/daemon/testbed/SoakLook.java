package io.rltune.daemon.testbed;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Looks again and again, on a thread of its own, all the time of a soak. */
abstract class SoakLook implements AutoCloseable {
  private final long everyMs;
  private final Thread thread;
  private volatile boolean stop;

  SoakLook(String name, long everyMs) {
    this.everyMs = everyMs;
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /** Begins; not in the constructor, where the fields of the class below are not set yet. */
  final void start() {
    thread.start();
  }

  /**
   * One look.
   *
   * @throws IOException where slurmctld is away, or the daemon: that is what the soak is for
   */
  abstract void look() throws IOException, InterruptedException;

  private void run() {
    while (!stop) {
      try {
        TimeUnit.MILLISECONDS.sleep(everyMs);
        look();
      } catch (IOException away) {
        // The next look comes.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    stop = true;
    thread.interrupt();
    thread.join(10_000);
  }
}
