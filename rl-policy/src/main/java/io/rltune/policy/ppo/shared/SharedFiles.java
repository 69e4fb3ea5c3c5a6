package io.rltune.policy.ppo.shared;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Names of the files in a shared directory, and the two operations that file systems of clusters
 * (NFS, Lustre, BeeGFS) do whole or not at all: rename, and making a file that must not be there.
 *
 * @param path the directory
 */
public record SharedFiles(Path path) {
  /** Makes the directories that are missing. */
  public static SharedFiles create(Path path) throws IOException {
    SharedFiles files = new SharedFiles(path.toAbsolutePath());
    for (String name : List.of("policies", "claims", "experience", "alive")) {
      Files.createDirectories(files.path.resolve(name));
    }
    return files;
  }

  /** The round at hand, see {@link Round}. */
  Path round() {
    return path.resolve("round.json");
  }

  /** Its presence tells workers to end. */
  public Path stop() {
    return path.resolve("stop");
  }

  /** Its presence tells the learner that no worker will come any more, its text why. */
  public Path noMoreWorkers() {
    return path.resolve("no-more-workers");
  }

  /** A number that grows while the learner lives. */
  Path learner() {
    return path.resolve("learner");
  }

  /** A number that grows while a worker lives. */
  Path alive(String worker) {
    return path.resolve("alive").resolve(worker);
  }

  Path policy(long round) {
    return path.resolve("policies").resolve(round + ".zip");
  }

  /** Holds the name of the worker that runs an episode. */
  Path claim(long round, int episode) {
    return path.resolve("claims").resolve(round + "-" + episode);
  }

  Path experience(long round, int episode) {
    return path.resolve("experience").resolve(round + "-" + episode);
  }

  /** What is in a directory, but for what is still being written. */
  List<Path> in(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(entry -> !entry.getFileName().toString().startsWith(".")).toList();
    }
  }

  /** Writes a file that readers find whole or not at all. */
  public static void write(Path file, byte[] content) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
    try {
      Files.write(temporary, content);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Writes a line of text likewise. */
  public static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Makes a file unless it is there; exactly one of those who try gets true. */
  static boolean claim(Path file, String text) throws IOException {
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /** The text of a file; empty where there is none. */
  static Optional<String> text(Path file) throws IOException {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
