package io.rltune.daemon.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A directory for the time of one piece of work. It goes with the work, and with this JVM where
 * that ends before (Ctrl-C, SIGTERM): training leaves 400 MB of native code in it. Crash reports of
 * child JVMs ({@code hs_err_*.log}) stay, as messages point to them.
 */
public final class WorkDirectory implements AutoCloseable {
  private final Path path;
  private final Thread hook;

  private WorkDirectory(Path path) {
    this.path = path;
    this.hook = new Thread(this::abandon, "remove-" + path.getFileName());
  }

  /** One among the system's temporary files. */
  public static WorkDirectory create(String prefix) throws IOException {
    return register(Files.createTempDirectory(prefix));
  }

  /** One in a directory. */
  public static WorkDirectory create(Path parent, String prefix) throws IOException {
    return register(Files.createTempDirectory(parent, prefix));
  }

  private static WorkDirectory register(Path path) {
    WorkDirectory directory = new WorkDirectory(path);
    Runtime.getRuntime().addShutdownHook(directory.hook);
    return directory;
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM ends already: the hook does it.
      return;
    }
    FileTrees.remove(path, this::stays);
  }

  private boolean stays(Path one) {
    return isCrashReport(one) || (one.equals(path) && hasCrashReport());
  }

  private static boolean isCrashReport(Path file) {
    return file.getFileName().toString().startsWith("hs_err_");
  }

  private boolean hasCrashReport() {
    try (Stream<Path> files = Files.list(path)) {
      return files.anyMatch(WorkDirectory::isCrashReport);
    } catch (IOException e) {
      return false;
    }
  }

  /** Child processes are stopped by whoever started them, at the same time as this runs. */
  private void abandon() {
    try {
      FileTrees.removeFromUse(path, this::stays);
    } catch (IOException e) {
      System.err.println(path + " is left: " + e.getMessage());
    }
  }
}
