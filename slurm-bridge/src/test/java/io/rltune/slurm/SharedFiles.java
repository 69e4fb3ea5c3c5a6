package io.rltune.slurm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Captured answers outside the repository; tests that need them are skipped, aloud, without. */
final class SharedFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SharedFiles() {}

  /** A directory below the one that the property or environment variable RLTUNE_SHARED names. */
  static Path directory(String name) {
    String shared =
        System.getProperty("RLTUNE_SHARED", System.getenv().getOrDefault("RLTUNE_SHARED", ""));
    Path directory = Path.of(shared).resolve(name);
    boolean present = !shared.isEmpty() && Files.isDirectory(directory);
    if (!present) {
      System.out.println("SKIPPED: set RLTUNE_SHARED to the directory that holds " + name);
    }
    assumeTrue(present, "RLTUNE_SHARED names no directory with " + name);
    return directory;
  }

  static JsonNode json(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new AssertionError(file.toString(), e);
    }
  }

  /** A fixture of this module, captured from Slurm 22.05.8. */
  static JsonNode fixture(String name) {
    try {
      return JSON.readTree(SharedFiles.class.getResource("/slurm-22.05/" + name));
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
  }
}
