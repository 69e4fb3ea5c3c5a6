package io.rltune.daemon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes and the locks between them. */
class LocksTest {
  @TempDir Path directory;

  /** Holds the locks until it is killed. */
  static final class Holder {
    public static void main(String[] args) throws Exception {
      Locks held = Locks.tryTake(List.of(Path.of(args[0])), (file, holder) -> {}).orElseThrow();
      System.out.println("held");
      System.out.flush();
      new CountDownLatch(1).await();
      held.close();
    }
  }

  @Test
  void aStandbyTakesOverWithinTwoCyclesOfAKill() throws Exception {
    Path file = directory.resolve("lock");
    Process holder = holder(file);
    Duration interval = Duration.ofSeconds(1);
    String[] seen = {""};
    CountDownLatch waiting = new CountDownLatch(1);
    long[] killedAt = {0};
    Thread killer =
        new Thread(
            () -> {
              try {
                waiting.await();
              } catch (InterruptedException e) {
                return;
              }
              killedAt[0] = System.nanoTime();
              holder.destroyForcibly();
            });
    killer.start();

    Optional<Locks> locks =
        Locks.await(
            List.of(file),
            interval,
            new CountDownLatch(1),
            (taken, by) -> {
              seen[0] = by;
              waiting.countDown();
            });

    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killedAt[0]);
    assertThat(locks).isPresent();
    assertThat(tookMs).isLessThan(2 * interval.toMillis());
    assertThat(seen[0]).startsWith("pid " + holder.pid() + " on ");
    locks.get().close();
  }

  @Test
  void aStandbyThatIsToldToStopStops() throws Exception {
    Path file = directory.resolve("lock");
    Process holder = holder(file);
    CountDownLatch stop = new CountDownLatch(1);
    try {
      assertThat(
              Locks.await(
                  List.of(file), Duration.ofSeconds(1), stop, (taken, by) -> stop.countDown()))
          .isEmpty();
    } finally {
      holder.destroyForcibly();
    }
  }

  @Test
  void twoStateDirectoriesOfOneClusterMeetAtTheClustersLock() throws Exception {
    Map<String, String> environment = Map.of("RUNTIME_DIRECTORY", directory.toString());
    URI cluster = URI.create("http://slurm:6820");
    StateDir one = StateDir.create(directory.resolve("one"));
    StateDir two = StateDir.create(directory.resolve("two"));
    String[] taken = {""};

    try (Locks first =
        Locks.tryTake(Locks.files(one, cluster, environment), (f, h) -> {}).orElseThrow()) {
      assertThat(
              Locks.tryTake(
                  Locks.files(two, cluster, environment),
                  (file, holder) -> taken[0] = file.getFileName().toString()))
          .isEmpty();
      assertThat(
              Locks.tryTake(
                  Locks.files(two, URI.create("http://other:6820"), environment), (f, h) -> {}))
          .isPresent()
          .get()
          .satisfies(Locks::close);
    }
    assertThat(taken[0]).startsWith("cluster-").endsWith(".lock");
  }

  private static Process holder(Path file) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Holder.class.getName(),
                file.toString())
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("held");
    return process;
  }
}
