package io.rltune.slurm.grammar;

import java.util.Locale;

/** Whole numbers with an optional binary suffix, as Slurm counts resources. */
final class Counts {
  private static final String SUFFIXES = "KMGTP";

  private Counts() {}

  static long parse(String kind, String whole, String text, int at) throws GrammarException {
    int end = text.length();
    int shift = 0;
    int suffix = end == 0 ? -1 : SUFFIXES.indexOf(text.substring(end - 1).toUpperCase(Locale.ROOT));
    if (suffix >= 0) {
      end--;
      shift = 10 * (suffix + 1);
    }
    long value = digits(kind, whole, text.substring(0, end), at);
    if (value > Long.MAX_VALUE >> shift) {
      throw new GrammarException(kind, whole, at, "\"" + text + "\" is too large");
    }
    return value << shift;
  }

  /** Digits only: no sign, no blank. */
  static long digits(String kind, String whole, String text, int at) throws GrammarException {
    if (text.isEmpty()) {
      throw new GrammarException(kind, whole, at, "a number is missing");
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        throw new GrammarException(
            kind, whole, at + i, "'" + text.charAt(i) + "' where a digit was expected");
      }
    }
    if (text.length() > 18) {
      throw new GrammarException(kind, whole, at, "\"" + text + "\" is too large");
    }
    return Long.parseLong(text);
  }
}
