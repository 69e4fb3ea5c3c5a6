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
      if (file == null || file.equals(STANDARD_OUTPUT)) {
        continue;
      }
      Path directory = file.toAbsolutePath().normalize().getParent();
      if (directory == null || Files.isDirectory(file)) {
        throw refused(spec, file, "is a directory; name a file in it");
      }
      if (!Files.isDirectory(directory)) {
        throw refused(spec, file, "the directory " + directory + " does not exist; make it first");
      }
      if (!Files.isWritable(Files.exists(file) ? file : directory)) {
        throw refused(
            spec, file, "this user may not write it; name another place or run as its owner");
      }
    }
  }

  private static ParameterException refused(CommandSpec spec, Path file, String why) {
    return new ParameterException(spec.commandLine(), file + ": " + why);
  }
}
