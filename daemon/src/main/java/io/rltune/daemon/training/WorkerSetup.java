package io.rltune.daemon.training;

import io.rltune.policy.ppo.shared.SharedFiles;
import io.rltune.sim.train.RolloutWork;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Puts all that workers need into the shared directory: this release's jars, traces and cluster
 * files. Nodes need nothing but the directory and a Java 17.
 */
final class WorkerSetup {
  static final int MEMORY_MB = 1_500;
  private static final int HEAP_MB = 1_000;
  private static final List<String> FILES = List.of("--trace", "--cluster");

  /** Not on a worker: a library for placement, the daemon's database. */
  private static final Pattern LEFT_OUT = Pattern.compile("(ortools|sqlite-jdbc|chart).*\\.jar");

  private final Path directory;

  WorkerSetup(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  Path logs() {
    return directory.resolve("logs");
  }

  /**
   * Fills the directory.
   *
   * @param arguments those of the training child
   */
  void prepare(List<String> arguments) throws IOException {
    Files.createDirectories(logs());
    SharedFiles.create(directory);
    copyClassPath();
    SharedFiles.write(
        directory.resolve(RolloutWork.OPTIONS), String.join("\n", copyInputs(arguments)) + "\n");
  }

  private List<String> copyInputs(List<String> arguments) throws IOException {
    Path inputs = Files.createDirectories(directory.resolve("inputs"));
    List<String> own = new ArrayList<>(arguments);
    for (int i = 0; i + 1 < own.size(); i += 2) {
      if (FILES.contains(own.get(i))) {
        Path file = Path.of(own.get(i + 1));
        Path copy = inputs.resolve(i + "-" + file.getFileName());
        Files.copy(file, copy);
        own.set(i + 1, copy.toString());
      }
    }
    return own;
  }

  private void copyClassPath() throws IOException {
    Path lib = Files.createDirectories(directory.resolve("lib"));
    int number = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path source = Path.of(entry);
      if (!Files.exists(source) || LEFT_OUT.matcher(source.getFileName().toString()).matches()) {
        continue;
      }
      copy(source, lib.resolve("%03d-%s".formatted(number++, source.getFileName())));
    }
  }

  private static void copy(Path source, Path target) throws IOException {
    List<Path> all;
    try (Stream<Path> tree = Files.walk(source)) {
      all = tree.toList();
    }
    for (Path one : all) {
      Files.copy(one, target.resolve(source.relativize(one).toString()));
    }
  }

  /** What a task of the array runs. */
  String script() throws IOException {
    List<String> classPath = new ArrayList<>();
    try (Stream<Path> entries = Files.list(directory.resolve("lib"))) {
      entries.sorted().forEach(entry -> classPath.add(entry.toString()));
    }
    return """
        #!/bin/sh
        java=%s
        [ -x "$java" ] || java=java
        exec "$java" -Xmx%dm -XX:+UseSerialGC -cp %s %s %s "task-$SLURM_ARRAY_TASK_ID"
        """
        .formatted(
            quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
            HEAP_MB,
            quoted(String.join(File.pathSeparator, classPath)),
            RolloutWork.class.getName(),
            quoted(directory.toString()));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
