package io.rltune.policy.ppo.shared;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Shows others that this process lives: a number in a file that grows. Whoever watches looks for a
 * change, on a clock of his own, so that clocks of machines need not agree.
 */
final class Pulse implements AutoCloseable {
  static final Duration EVERY = Duration.ofSeconds(2);

  private final Thread thread;

  private Pulse(Thread thread) {
    this.thread = thread;
  }

  /** Begins; a file that cannot be written for a while only makes us look dead for that time. */
  static Pulse start(Path file) {
    Thread thread = new Thread(() -> beat(file), "pulse");
    thread.setDaemon(true);
    thread.start();
    return new Pulse(thread);
  }

  private static void beat(Path file) {
    long beats = 0;
    while (!Thread.currentThread().isInterrupted()) {
      try {
        SharedFiles.write(file, Long.toString(++beats));
      } catch (IOException e) {
        // The next one may succeed.
        beats--;
      }
      try {
        Thread.sleep(EVERY.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() throws IOException {
    thread.interrupt();
    try {
      thread.join(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
