package io.rltune.daemon.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Removes directories with all that is in them. */
public final class FileTrees {
  private static final int TRIES = 20;
  private static final long BETWEEN_TRIES_MS = 250;

  private FileTrees() {}

  /**
   * Removes a directory; one that is not there is fine.
   *
   * @param stays what is kept; a directory above a kept path must be kept too
   */
  public static void remove(Path directory, Predicate<Path> stays) throws IOException {
    List<Path> all;
    try (Stream<Path> tree = Files.walk(directory)) {
      all = tree.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException e) {
      return;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    for (Path one : all) {
      if (!stays.test(one)) {
        Files.deleteIfExists(one);
      }
    }
  }

  /**
   * Removes a directory into which processes that are about to end still write: what comes
   * meanwhile is removed too, for five seconds.
   *
   * @param stays as for {@link #remove}
   */
  public static void removeFromUse(Path directory, Predicate<Path> stays) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        remove(directory, stays);
        return;
      } catch (IOException e) {
        if (attempt == TRIES) {
          throw e;
        }
        try {
          Thread.sleep(BETWEEN_TRIES_MS);
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          throw e;
        }
      }
    }
  }
}
