package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.Lab.QueuedJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;

/** Looks at queue and daemon all the time of a soak. */
final class SoakWatch extends SoakLook {
  private static final long EVERY_MS = 3000;

  /**
   * Resident memory of the daemon.
   *
   * @param second since the soak began
   * @param life which start of the daemon
   * @param age seconds since that start was first seen
   */
  record Memory(long second, int life, long age, double rssMib) {}

  private final Lab lab;
  private final SoakDaemon daemon;
  private final Map<Long, String> held = new ConcurrentSkipListMap<>();
  private final List<Memory> memoryList = new ArrayList<>();
  private final long begin = System.nanoTime();
  private int life;
  private long lifeBegan;

  SoakWatch(Lab lab, SoakDaemon daemon) {
    super("soak-watch", EVERY_MS);
    this.lab = lab;
    this.daemon = daemon;
  }

  /** Jobs seen held, with the reason that Slurm gave. */
  Map<Long, String> held() {
    return held;
  }

  synchronized List<Memory> memory() {
    return List.copyOf(memoryList);
  }

  @Override
  void look() throws IOException, InterruptedException {
    // First what can be looked at without Slurm.
    lookAtMemory();
    for (QueuedJob job : lab.queue()) {
      if (job.isHeld()) {
        held.putIfAbsent(job.id(), job.reason());
      }
    }
  }

  private synchronized void lookAtMemory() throws IOException {
    long second = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    if (daemon.lives() != life) {
      life = daemon.lives();
      lifeBegan = second;
    }
    double rss = daemon.isAlive() ? daemon.rssMib() : 0;
    if (rss > 0) {
      memoryList.add(new Memory(second, life, second - lifeBegan, rss));
    }
  }
}
