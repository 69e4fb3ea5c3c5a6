package io.rltune.daemon.supply;

import io.rltune.daemon.supply.ShippedLibraries.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Known vulnerabilities, and those that are accepted with a reason. */
final class Advisories {
  /**
   * One vulnerability.
   *
   * @param coordinates group:artifact
   * @param fixed first version without it
   */
  record Advisory(String coordinates, String fixed, String id, String why) {}

  /** One that ships all the same. */
  record Accepted(String jar, String id) {}

  private final List<Advisory> advisoryList = new ArrayList<>();
  private final Set<Accepted> accepted = new HashSet<>();

  /**
   * Reads both lists.
   *
   * @throws IOException on a line of another shape; names file and line
   */
  static Advisories read(Path advisories, Path accepted) throws IOException {
    Advisories all = new Advisories();
    for (String[] row : rows(advisories, 4)) {
      all.advisoryList.add(new Advisory(row[0], row[1], row[2], row[3]));
    }
    for (String[] row : rows(accepted, 3)) {
      all.accepted.add(new Accepted(row[0], row[1]));
    }
    return all;
  }

  private static List<String[]> rows(Path file, int columns) throws IOException {
    List<String[]> rows = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).isBlank() || lines.get(i).startsWith("#")) {
        continue;
      }
      String[] row = lines.get(i).split("\t");
      if (row.length != columns) {
        throw new IOException(
            "%s:%d: %d columns between tabs, expected %d"
                .formatted(file, i + 1, row.length, columns));
      }
      rows.add(row);
    }
    return rows;
  }

  /** What must not ship: one line a vulnerability that is not accepted. */
  List<String> found(List<Library> libraries) {
    List<String> found = new ArrayList<>();
    for (Library library : libraries) {
      for (Advisory advisory : advisoryList) {
        if (concerns(advisory, library)
            && !accepted.contains(new Accepted(library.jar(), advisory.id()))) {
          found.add(
              "%s carries %s %s: %s (%s), fixed in %s"
                  .formatted(
                      library.jar(),
                      library.coordinates(),
                      library.version(),
                      advisory.id(),
                      advisory.why(),
                      advisory.fixed()));
        }
      }
    }
    return found;
  }

  /** Accepted entries that nothing shipped needs. */
  List<String> stale(List<Library> libraries) {
    Set<Accepted> needed = new HashSet<>();
    for (Library library : libraries) {
      for (Advisory advisory : advisoryList) {
        if (concerns(advisory, library)) {
          needed.add(new Accepted(library.jar(), advisory.id()));
        }
      }
    }
    return accepted.stream()
        .filter(entry -> !needed.contains(entry))
        .map(entry -> entry.jar() + " " + entry.id())
        .sorted()
        .toList();
  }

  private static boolean concerns(Advisory advisory, Library library) {
    return advisory.coordinates().equals(library.coordinates())
        && compare(library.version(), advisory.fixed()) < 0;
  }

  /** Compares versions number by number; what is no number (-jre, -alpha) does not count. */
  static int compare(String a, String b) {
    String[] left = a.split("[.-]");
    String[] right = b.split("[.-]");
    for (int i = 0; i < Math.max(left.length, right.length); i++) {
      int difference = Integer.compare(number(left, i), number(right, i));
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  private static int number(String[] parts, int index) {
    return index < parts.length && parts[index].matches("\\d{1,9}")
        ? Integer.parseInt(parts[index])
        : 0;
  }
}
