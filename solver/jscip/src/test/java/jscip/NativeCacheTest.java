package jscip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeCacheTest {
  private static final String RESOURCES = "META-INF/maven/com.google.ortools/ortools-linux-x86-64";
  private static final List<String> FILES = List.of("pom.properties");

  @TempDir Path directory;

  @Test
  void unpacksIntoAPrivateDirectory() throws IOException {
    Path place = new NativeCache(directory.resolve("cache")).extract(RESOURCES, FILES);

    assertThat(place.resolve("pom.properties")).content().contains("ortools-linux-x86-64");
    assertThat(permissions(place)).isEqualTo("rwx------");
    assertThat(permissions(directory.resolve("cache"))).isEqualTo("rwx------");
    try (var list = Files.list(place)) {
      assertThat(list).hasSize(1);
    }
  }

  @Test
  void keepsAnIntactFileAndReplacesAChangedOne() throws IOException {
    NativeCache cache = new NativeCache(directory.resolve("cache"));
    Path file = cache.extract(RESOURCES, FILES).resolve("pom.properties");
    Object first = Files.getAttribute(file, "unix:ino");

    cache.extract(RESOURCES, FILES);
    assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(first);

    Files.writeString(file, "planted");
    cache.extract(RESOURCES, FILES);
    assertThat(file).content().contains("ortools-linux-x86-64");
  }

  @Test
  void replacesASymbolicLink() throws IOException {
    NativeCache cache = new NativeCache(directory.resolve("cache"));
    Path file = cache.extract(RESOURCES, FILES).resolve("pom.properties");
    Path elsewhere = Files.move(file, directory.resolve("elsewhere"));
    Files.createSymbolicLink(file, elsewhere);

    cache.extract(RESOURCES, FILES);

    assertThat(Files.isSymbolicLink(file)).isFalse();
  }

  @Test
  void refusesADirectoryThatOthersCanWrite() throws IOException {
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> new NativeCache(open).extract(RESOURCES, FILES))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(open.toString())
        .hasMessageContaining("rwxrwxrwx");
  }

  @Test
  void refusesALinkInPlaceOfTheDirectory() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);

    assertThatThrownBy(() -> new NativeCache(link).extract(RESOURCES, FILES))
        .hasMessageContaining("is not a directory");
  }

  @Test
  void saysWhatTheClassPathLacks() {
    assertThatThrownBy(() -> new NativeCache(directory).extract("no/such", FILES))
        .isInstanceOf(ScipUnavailableException.class)
        .hasMessageContaining("no/such/pom.properties");
  }

  @Test
  void choosesTheDirectory() {
    Properties properties = new Properties();
    properties.setProperty("user.home", "/home/ada");
    properties.setProperty("user.name", "ada/../x");
    properties.setProperty("java.io.tmpdir", "/tmp");

    assertThat(NativeCache.candidates(properties, Map.of()))
        .containsExactly(Path.of("/home/ada/.cache/rltune"), Path.of("/tmp/rltune-ada_.._x"));
    assertThat(NativeCache.candidates(properties, Map.of("XDG_CACHE_HOME", "/c")))
        .startsWith(Path.of("/c/rltune"));
    properties.setProperty(NativeCache.PROPERTY, "/var/cache/rltune");
    assertThat(NativeCache.candidates(properties, Map.of()))
        .containsExactly(Path.of("/var/cache/rltune"));
  }

  @Test
  void knowsThePlatforms() {
    assertThat(ScipLibrary.resourceDirectory("Linux", "amd64")).isEqualTo("ortools-linux-x86-64");
    assertThat(ScipLibrary.resourceDirectory("Linux", "aarch64"))
        .isEqualTo("ortools-linux-aarch64");
    assertThatThrownBy(() -> ScipLibrary.resourceDirectory("Linux", "riscv64"))
        .isInstanceOf(ScipUnavailableException.class)
        .hasMessageContaining("riscv64");
    assertThatThrownBy(() -> ScipLibrary.resourceDirectory("Mac OS X", "aarch64"))
        .isInstanceOf(ScipUnavailableException.class)
        .hasMessageContaining("Mac OS X");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
