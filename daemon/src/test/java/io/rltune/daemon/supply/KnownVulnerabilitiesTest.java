package io.rltune.daemon.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.rltune.daemon.supply.ShippedLibraries.Library;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No library ships with a vulnerability of packaging/advisories.tsv that is not accepted. */
class KnownVulnerabilitiesTest {
  private static final Path LISTS = Path.of("../packaging");
  private static final Path TRAINING = Path.of("../rl-policy/target/train-lib");

  @TempDir private Path directory;

  private static Advisories known() throws IOException {
    return Advisories.read(
        LISTS.resolve("advisories.tsv"), LISTS.resolve("advisories-accepted.tsv"));
  }

  /** The class path of this test holds all that the daemon has, and the tests' own libraries. */
  private static List<Library> daemonLibraries() throws IOException {
    List<Library> libraries = new ArrayList<>();
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String entry : path.split(File.pathSeparator)) {
      if (entry.endsWith(".jar")) {
        libraries.addAll(ShippedLibraries.of(Path.of(entry)));
      }
    }
    return libraries;
  }

  @Test
  void theDaemonShipsNone() throws Exception {
    List<Library> libraries = daemonLibraries();

    assertThat(libraries)
        .extracting(Library::coordinates)
        .contains(
            "com.fasterxml.jackson.core:jackson-databind",
            "org.yaml:snakeyaml",
            "org.xerial:sqlite-jdbc",
            "ch.qos.logback:logback-core");
    assertThat(known().found(libraries)).isEmpty();
  }

  @Test
  void trainingShipsNoneThatIsNotAccepted() throws Exception {
    if (!Files.isDirectory(TRAINING)) {
      System.out.println("SKIPPED: " + TRAINING + " is not built yet (mvn package makes it)");
      abort("no " + TRAINING);
    }
    List<Library> libraries = ShippedLibraries.in(TRAINING);

    assertThat(libraries)
        .extracting(Library::coordinates)
        .contains("org.deeplearning4j:deeplearning4j-nn", "org.yaml:snakeyaml");
    assertThat(known().found(libraries)).isEmpty();
    assertThat(known().stale(libraries))
        .as("entries of advisories-accepted.tsv that nothing needs any more")
        .isEmpty();
  }

  @Test
  void anOldLibraryIsNamed() throws Exception {
    Library old = new Library("config", "org.yaml:snakeyaml", "1.33");

    assertThat(known().found(List.of(old)))
        .singleElement()
        .asString()
        .contains("config carries org.yaml:snakeyaml 1.33", "CVE-2022-1471", "fixed in 2.0");
  }

  @Test
  void acceptedIsWhatTheListNamesForTheOneJar() throws Exception {
    Path advisories =
        Files.writeString(
            directory.resolve("a.tsv"), "g:a\t2.0\tCVE-1\tharm\ng:a\t2.0\tCVE-2\tx\n");
    Path accepted = Files.writeString(directory.resolve("b.tsv"), "one\tCVE-1\tno input\n");
    Advisories lists = Advisories.read(advisories, accepted);

    assertThat(lists.found(List.of(new Library("one", "g:a", "1.9"))))
        .singleElement()
        .asString()
        .contains("CVE-2");
    assertThat(lists.found(List.of(new Library("two", "g:a", "1.9")))).hasSize(2);
    assertThat(lists.stale(List.of(new Library("two", "g:a", "2.0")))).containsExactly("one CVE-1");
  }

  @Test
  void aLineOfAnotherShapeIsNamed() throws Exception {
    Path advisories = Files.writeString(directory.resolve("a.tsv"), "# fine\ng:a 2.0 CVE-1 harm\n");
    Path accepted = Files.createFile(directory.resolve("b.tsv"));

    assertThatThrownBy(() -> Advisories.read(advisories, accepted))
        .hasMessageContaining("a.tsv:2: 1 columns");
  }

  @ParameterizedTest
  @CsvSource({
    "1.9, 1.10, -1",
    "2.0, 2.0, 0",
    "2, 2.0, 0",
    "32.0.0-jre, 32.0.0, 0",
    "0.3.19-1.5.7, 0.3.18, 1",
    "2.12.7, 2.12.7.1, -1",
  })
  void versionsAreComparedNumberByNumber(String a, String b, int order) {
    assertThat(Integer.signum(Advisories.compare(a, b))).isEqualTo(order);
  }
}
