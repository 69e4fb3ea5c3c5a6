package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/field-reports.md names each report with a test, and each test that it names is there. */
class FieldReportTableTest {
  private static final Pattern REPORT = Pattern.compile("\\b[A-G][0-9]{1,2}\\b");
  private static final Pattern TEST = Pattern.compile("\\b(\\w+Test)(?:#(\\w+))?");
  private static final Path ROOT = Path.of("..");

  @Test
  void everyTestThatIsNamedIsThere() throws IOException {
    for (String row : rows()) {
      Matcher named = TEST.matcher(row);
      assertThat(named.find()).as(row).isTrue();
      do {
        String source = source(named.group(1));
        assertThat(source).as(row).isNotEmpty();
        if (named.group(2) != null) {
          assertThat(source).as(row).contains(" " + named.group(2) + "(");
        }
      } while (named.find());
    }
  }

  @Test
  void everyReportIsNamed() throws IOException {
    Path reports = SharedFiles.directory("cases").resolve("field-reports.md");
    Set<String> known = new TreeSet<>();
    for (String row : rows()) {
      Matcher report = REPORT.matcher(row.split("\\|")[1]);
      while (report.find()) {
        known.add(report.group());
      }
    }
    Set<String> expected = new TreeSet<>();
    for (String line : Files.readAllLines(reports)) {
      Matcher report = Pattern.compile("^\\| ([A-G][0-9]+) \\|").matcher(line);
      if (report.find()) {
        expected.add(report.group(1));
      }
    }
    assertThat(expected).hasSizeGreaterThan(80);
    assertThat(known).isEqualTo(expected);
  }

  private static List<String> rows() throws IOException {
    return Files.readAllLines(ROOT.resolve("docs").resolve("field-reports.md")).stream()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| rows"))
        .toList();
  }

  private static String source(String test) throws IOException {
    for (String module : List.of("slurm-bridge", "daemon")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        List<Path> found =
            files.filter(file -> file.getFileName().toString().equals(test + ".java")).toList();
        if (!found.isEmpty()) {
          return Files.readString(found.get(0));
        }
      }
    }
    return "";
  }
}
