package io.rltune.daemon.testbed;

import io.rltune.daemon.service.DaemonLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster of profile "ab" in a directory, made afresh for each use.
 *
 * @param testbed the directory docker-slurm-testbed
 * @param directory where the cluster lives
 * @param portBase first of its TCP ports
 */
record FreshLab(Path testbed, Path directory, int portBase) {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** Keeps others off the directory; fails where someone uses it. */
  DaemonLock lock() throws IOException {
    Path lockFile = directory.resolveSibling(directory.getFileName() + ".lock");
    Files.createDirectories(lockFile.toAbsolutePath().getParent());
    Optional<DaemonLock> lock = DaemonLock.tryTake(lockFile);
    return lock.orElseThrow(
        () ->
            new IllegalStateException(
                "another run ("
                    + DaemonLock.holder(lockFile)
                    + ") uses "
                    + directory
                    + "; give this one its own --lab and --port-base"));
  }

  Lab up() throws IOException, InterruptedException {
    wipe();
    script("up", "--lab", directory.toString(), "--port-base", "" + portBase, "--profile", "ab");
    return Lab.open(directory);
  }

  void down() throws IOException, InterruptedException {
    script("down", "--lab", directory.toString());
  }

  void wipe() throws IOException, InterruptedException {
    script("down", "--lab", directory.toString(), "--wipe");
  }

  private void script(String name, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(testbed.resolve("local").resolve(name).toString());
    command.addAll(List.of(arguments));
    new Exec(Map.of(), TIMEOUT).run(command);
  }
}
