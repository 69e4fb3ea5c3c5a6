package io.rltune.daemon.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Files of one daemon.
 *
 * @param path the directory, private to the daemon's user
 */
public record StateDir(Path path) {
  /** Creates the directory if need be. */
  public static StateDir create(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      Files.createDirectories(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
    }
    if (!Files.isWritable(path)) {
      throw new IOException("state directory " + path + " is not writable");
    }
    return new StateDir(path);
  }

  public Path journal() {
    return path.resolve("journal.db");
  }

  public Path lock() {
    return path.resolve("lock");
  }

  /** A copy of what is left on which job, for the day when the journal is damaged. */
  public Path touched() {
    return path.resolve("touched.json");
  }

  /** While this file is there, nothing is written but the taking back of leases. */
  public Path pause() {
    return path.resolve("PAUSED");
  }

  /** Asks a running daemon to revert; it deletes the file when done. */
  public Path revertRequest() {
    return path.resolve("revert.request");
  }

  public Path revertResult() {
    return path.resolve("revert.json");
  }

  public Path status() {
    return path.resolve("status.json");
  }

  /** Input and plan of the last cycle, see {@code CycleFile}. */
  public Path lastCycle() {
    return path.resolve("cycle.json.gz");
  }

  /** Queues that the policy ordered in earnest, see {@code ExperienceStore}. */
  public Path experience() {
    return path.resolve("experience.db");
  }

  /** What became of jobs, see {@code History}. */
  public Path history() {
    return path.resolve("history.db");
  }
}
