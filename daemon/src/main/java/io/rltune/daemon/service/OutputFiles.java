package io.rltune.daemon.service;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Files that a command writes when its work is done. */
public final class OutputFiles {
  private static final Path STANDARD_OUTPUT = Path.of("-");

  private OutputFiles() {}

  /**
   * Looks before the work whether they can be written, so that an hour of it is not lost to a
   * misspelt place.
   *
   * @param files where to write; null for what is not asked for, {@code -} for standard output
   * @throws ParameterException naming the file and what is wrong with its place
   */
  public static void check(CommandSpec spec, Path... files) {
    for (Path file : files) {
      if (file != null && !file.equals(STANDARD_OUTPUT)) {
        Path directory = directory(spec, file);
        checkWritable(spec, file, Files.exists(file) ? file : directory);
      }
    }
  }

  /**
   * The same for a file that is written beside its place first and then renamed.
   *
   * @param file where to write; null where none is asked for
   */
  public static void checkReplaceable(CommandSpec spec, Path file) {
    if (file != null) {
      checkWritable(spec, file, directory(spec, file));
    }
  }

  private static Path directory(CommandSpec spec, Path file) {
    Path directory = file.toAbsolutePath().normalize().getParent();
    if (directory == null || Files.isDirectory(file)) {
      throw refused(spec, file, "is a directory; name a file in it");
    }
    if (!Files.isDirectory(directory)) {
      throw refused(spec, file, "the directory " + directory + " does not exist; make it first");
    }
    return directory;
  }

  private static void checkWritable(CommandSpec spec, Path file, Path place) {
    if (!Files.isWritable(place)) {
      throw refused(
          spec,
          file,
          "this user may not write to " + place + "; name another place or another user");
    }
  }

  private static ParameterException refused(CommandSpec spec, Path file, String why) {
    return new ParameterException(spec.commandLine(), file + ": " + why);
  }
}
