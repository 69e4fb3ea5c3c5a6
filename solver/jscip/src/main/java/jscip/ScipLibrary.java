package jscip;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Loads libscip once per JVM; a failure is remembered, so that each caller learns the cause. */
final class ScipLibrary {
  private static final List<String> FILES = List.of("libscip.so.10.0", "libz.so.1");

  private static boolean loaded;
  private static String failure;

  private ScipLibrary() {}

  /**
   * Makes {@link ScipNative} callable.
   *
   * @throws ScipUnavailableException where SCIP cannot be had
   */
  static synchronized void load() {
    if (loaded) {
      return;
    }
    if (failure != null) {
      throw new ScipUnavailableException(failure);
    }
    try {
      register();
      loaded = true;
    } catch (ScipUnavailableException e) {
      failure = e.getMessage();
      throw e;
    }
  }

  private static void register() {
    String resources = resourceDirectory(System.getProperty("os.name"), osArch());
    List<String> problems = new ArrayList<>();
    for (Path base : NativeCache.candidates(System.getProperties(), System.getenv())) {
      try {
        Path directory = new NativeCache(base).extract(resources, FILES);
        registerFrom(directory);
        return;
      } catch (IOException | LinkageError e) {
        problems.add(base + ": " + e.getMessage());
      }
    }
    throw new ScipUnavailableException(
        "SCIP cannot be loaded: "
            + String.join("; ", problems)
            + ". Set -D"
            + NativeCache.PROPERTY
            + " to a private directory on a file system that allows execution");
  }

  private static void registerFrom(Path directory) {
    // JNA unpacks its own library too; by default into a shared temporary directory.
    if (System.getProperty("jna.tmpdir") == null) {
      System.setProperty("jna.tmpdir", directory.toString());
    }
    NativeLibrary library = NativeLibrary.getInstance(directory.resolve(FILES.get(0)).toString());
    Native.register(ScipNative.class, library);
    int major = ScipNative.SCIPmajorVersion();
    if (major != 10) {
      throw new ScipUnavailableException(
          "libscip is version "
              + major
              + ", but only 10 is known: the numbers of its status codes differ between versions");
    }
    ScipNative.SCIPmessageSetErrorPrinting(0, 0);
  }

  private static String osArch() {
    return System.getProperty("os.arch");
  }

  /** Where the jar of ortools keeps the libraries of a platform. */
  static String resourceDirectory(String osName, String osArch) {
    String arch = osArch.toLowerCase(Locale.ROOT);
    if (!osName.equals("Linux")) {
      throw new ScipUnavailableException("SCIP is carried for Linux only, not for " + osName);
    }
    return switch (arch) {
      case "amd64", "x86_64" -> "ortools-linux-x86-64";
      case "aarch64" -> "ortools-linux-aarch64";
      default ->
          throw new ScipUnavailableException(
              "SCIP is carried for x86-64 and aarch64, not for " + osArch);
    };
  }
}
