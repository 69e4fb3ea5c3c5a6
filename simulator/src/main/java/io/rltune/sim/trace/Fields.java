package io.rltune.sim.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits lines and reads numbers. Written here instead of taken from a CSV library because those
 * read a file as one stream, in which one stray quote swallows all lines up to the next one; here a
 * damaged line damages only itself.
 */
final class Fields {
  private Fields() {}

  /** The fields of a line; a field in double quotes may hold the delimiter, "" is one quote. */
  static String[] split(String line, char delimiter) throws BadLineException {
    List<String> fields = new ArrayList<>(16);
    int at = 0;
    while (true) {
      if (at < line.length() && line.charAt(at) == '"') {
        StringBuilder value = new StringBuilder();
        at = quoted(line, at + 1, value);
        fields.add(value.toString());
        if (at < line.length() && line.charAt(at) != delimiter) {
          throw new BadLineException("text after the closing quote of field " + fields.size());
        }
      } else {
        int end = line.indexOf(delimiter, at);
        end = end < 0 ? line.length() : end;
        fields.add(line.substring(at, end).strip());
        at = end;
      }
      if (at >= line.length()) {
        return fields.toArray(String[]::new);
      }
      at++;
      if (at == line.length()) {
        fields.add("");
        return fields.toArray(String[]::new);
      }
    }
  }

  /** Reads up to the closing quote and returns the place after it. */
  private static int quoted(String line, int from, StringBuilder value) throws BadLineException {
    for (int i = from; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c != '"') {
        value.append(c);
      } else if (i + 1 < line.length() && line.charAt(i + 1) == '"') {
        value.append('"');
        i++;
      } else {
        return i + 1;
      }
    }
    throw new BadLineException("a quote is not closed");
  }

  /** A number. */
  static double number(String text, String column) throws BadLineException {
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message.
    }
    throw new BadLineException(column + " '" + text + "' is not a number");
  }

  /** A number of at least 0. */
  static double amount(String text, String column) throws BadLineException {
    double value = number(text, column);
    if (value < 0) {
      throw new BadLineException(column + " '" + text + "' is negative");
    }
    return value;
  }

  /** A whole number of at least 0; 3.0 counts as whole. */
  static int count(String text, String column) throws BadLineException {
    double value = amount(text, column);
    if (value != Math.rint(value) || value > Integer.MAX_VALUE) {
      throw new BadLineException(column + " '" + text + "' is not a whole number");
    }
    return (int) value;
  }
}
