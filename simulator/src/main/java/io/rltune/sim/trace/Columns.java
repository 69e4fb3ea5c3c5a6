package io.rltune.sim.trace;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The columns that a header names, in any order, whatever their case. */
final class Columns {
  private final Map<String, Integer> places = new HashMap<>();
  private final int width;

  Columns(String[] header) {
    width = header.length;
    for (int i = 0; i < header.length; i++) {
      places.putIfAbsent(key(header[i]), i);
    }
  }

  boolean has(String name) {
    return places.containsKey(key(name));
  }

  boolean hasAll(List<String> names) {
    return names.stream().allMatch(this::has);
  }

  int width() {
    return width;
  }

  /** Place of a column, -1 where there is none. */
  int place(String name) {
    return places.getOrDefault(key(name), -1);
  }

  /** The value of a column; empty where the column is missing. */
  String get(String[] fields, String name) {
    int place = place(name);
    return place < 0 || place >= fields.length ? "" : fields[place];
  }

  /** The value of a column that a line must have. */
  String need(String[] fields, String name) throws BadLineException {
    int place = place(name);
    if (place < 0 || place >= fields.length) {
      throw new BadLineException("no field for column " + name);
    }
    if (fields[place].isEmpty()) {
      throw new BadLineException("column " + name + " is empty");
    }
    return fields[place];
  }

  private static String key(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }
}
