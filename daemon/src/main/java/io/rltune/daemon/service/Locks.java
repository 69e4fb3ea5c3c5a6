package io.rltune.daemon.service;

import io.rltune.model.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The locks of an active daemon: on its state directory, and, where the machine has a directory for
 * it, on the cluster that it steers, so that two state directories do not mean two daemons.
 */
public final class Locks implements AutoCloseable {
  private static final Duration MOST_POLL = Duration.ofSeconds(1);

  private final List<DaemonLock> held;

  private Locks(List<DaemonLock> held) {
    this.held = held;
  }

  /** The files to lock, in order. */
  public static List<Path> files(StateDir stateDir, URI endpoint, Map<String, String> environment) {
    List<Path> files = new ArrayList<>(List.of(stateDir.lock()));
    Path shared = Path.of(environment.getOrDefault("RUNTIME_DIRECTORY", "/run/rltune"));
    if (Files.isDirectory(shared) && Files.isWritable(shared)) {
      files.add(shared.resolve("cluster-" + hash(endpoint.toString()) + ".lock"));
    }
    return files;
  }

  /**
   * Takes all, or none.
   *
   * @param taken told the first file that somebody else holds
   */
  public static Optional<Locks> tryTake(List<Path> files, Taken taken) throws IOException {
    List<DaemonLock> held = new ArrayList<>();
    for (Path file : files) {
      Optional<DaemonLock> lock = DaemonLock.tryTake(file);
      if (lock.isEmpty()) {
        for (DaemonLock got : held) {
          got.close();
        }
        taken.by(file, DaemonLock.holder(file));
        return Optional.empty();
      }
      held.add(lock.get());
    }
    return Optional.of(new Locks(held));
  }

  /** Somebody else has a lock. */
  @FunctionalInterface
  public interface Taken {
    void by(Path file, String holder);
  }

  /**
   * Waits until all are ours or {@code stop} is counted down. The kernel frees a lock when its
   * holder dies, so a look each half interval, and at least each second, takes over within two
   * cycles.
   */
  public static Optional<Locks> await(
      List<Path> files, Duration interval, CountDownLatch stop, Taken taken)
      throws IOException, InterruptedException {
    Duration half = interval.dividedBy(2);
    Duration poll = half.compareTo(MOST_POLL) < 0 ? half : MOST_POLL;
    while (true) {
      Optional<Locks> locks = tryTake(files, taken);
      if (locks.isPresent() || stop.await(Math.max(10, poll.toMillis()), TimeUnit.MILLISECONDS)) {
        return locks;
      }
    }
  }

  private static String hash(String text) {
    return Sha256.of(text).substring(0, 12);
  }

  @Override
  public void close() throws IOException {
    for (DaemonLock lock : held) {
      lock.close();
    }
  }
}
