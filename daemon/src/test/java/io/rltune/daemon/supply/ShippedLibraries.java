package io.rltune.daemon.supply;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Libraries in jars, those that a jar carries inside (shaded) too, by their Maven descriptors. */
final class ShippedLibraries {
  /**
   * A library.
   *
   * @param jar file that carries it, without its version
   * @param coordinates group:artifact
   */
  record Library(String jar, String coordinates, String version) {}

  private ShippedLibraries() {}

  /** All libraries of the jars in a directory. */
  static List<Library> in(Path directory) throws IOException {
    List<Library> libraries = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
        libraries.addAll(of(file));
      }
    }
    return libraries;
  }

  /** The libraries of one jar. */
  static List<Library> of(Path file) throws IOException {
    String jar = file.getFileName().toString().replaceFirst("-[0-9].*$", "");
    List<Library> libraries = new ArrayList<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : zip.stream().map(ZipEntry.class::cast).toList()) {
        if (entry.getName().matches("META-INF/maven/.*/pom\\.properties")) {
          Properties descriptor = new Properties();
          try (InputStream in = zip.getInputStream(entry)) {
            descriptor.load(in);
          }
          libraries.add(
              new Library(
                  jar,
                  descriptor.getProperty("groupId") + ":" + descriptor.getProperty("artifactId"),
                  descriptor.getProperty("version")));
        }
      }
    }
    return libraries;
  }
}
