package io.rltune.daemon.service;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Work beside the cycle that may be late, but never piles up. */
public final class LatestOnly {
  private LatestOnly() {}

  /**
   * A thread that does one thing at a time; of what waits only the latest is done.
   *
   * @param name of the thread, which does not keep the process alive
   */
  public static ExecutorService thread(String name) {
    return new ThreadPoolExecutor(
        1,
        1,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(1),
        work -> {
          Thread daemon = new Thread(work, name);
          daemon.setDaemon(true);
          return daemon;
        },
        new ThreadPoolExecutor.DiscardOldestPolicy());
  }
}
