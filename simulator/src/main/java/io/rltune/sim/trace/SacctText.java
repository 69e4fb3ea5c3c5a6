package io.rltune.sim.trace;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How sacct writes times, memory and states. Source: sacct(1) of Slurm 20.11 to 25.11. (What
 * slurmrestd and sbatch write is read by slurm-bridge, on which this module does not depend.)
 */
final class SacctText {
  private static final Set<String> NOTHING =
      Set.of("", "UNKNOWN", "NONE", "N/A", "(NULL)", "NOT_SET", "INVALID");
  private static final Pattern ELAPSED =
      Pattern.compile("(?:(\\d{1,6})-)?(?:(\\d{1,8}):)?(\\d{1,8}):(\\d{1,2})(?:\\.\\d+)?");
  private static final Pattern MEMORY =
      Pattern.compile("(\\d+(?:\\.\\d+)?)([KMGTP]?)(?:i?B)?([nc]?)", Pattern.CASE_INSENSITIVE);

  private SacctText() {}

  /** Whether a value is one of the ways to write nothing. */
  static boolean isNothing(String text) {
    return NOTHING.contains(text.strip().toUpperCase(Locale.ROOT));
  }

  /** Seconds of {@code [DD-][HH:]MM:SS[.mmm]}. */
  static long elapsed(String text, String column) throws BadLineException {
    Matcher matcher = ELAPSED.matcher(text.strip());
    if (!matcher.matches()) {
      throw new BadLineException(column + " '" + text + "' is no [DD-]HH:MM:SS");
    }
    long days = matcher.group(1) == null ? 0 : Long.parseLong(matcher.group(1));
    long hours = matcher.group(2) == null ? 0 : Long.parseLong(matcher.group(2));
    return days * 86_400
        + hours * 3600
        + Long.parseLong(matcher.group(3)) * 60
        + Long.parseLong(matcher.group(4));
  }

  /** Seconds of a Timelimit; 0 for none, such as UNLIMITED or Partition_Limit. */
  static long timeLimit(String text) throws BadLineException {
    String word = text.strip();
    if (isNothing(word)
        || word.equalsIgnoreCase("UNLIMITED")
        || word.equalsIgnoreCase("INFINITE")
        || word.equalsIgnoreCase("Partition_Limit")) {
      return 0;
    }
    return elapsed(word, "Timelimit");
  }

  /** MiB in total of ReqMem or the mem of a TRES: {@code 4Gn} a node, {@code 4000Mc} a CPU. */
  static long memoryMb(String text, int nodes, int cpus) throws BadLineException {
    String word = text.strip();
    if (isNothing(word) || word.startsWith("0") || word.equals("?")) {
      return 0;
    }
    Matcher matcher = MEMORY.matcher(word);
    if (!matcher.matches()) {
      throw new BadLineException("memory '" + text + "' is no number with K, M, G, T or P");
    }
    double unitMb =
        switch (matcher.group(2).toUpperCase(Locale.ROOT)) {
          case "K" -> 1.0 / 1024;
          case "G" -> 1024;
          case "T" -> 1024.0 * 1024;
          case "P" -> 1024.0 * 1024 * 1024;
          default -> 1;
        };
    int times =
        switch (matcher.group(3).toLowerCase(Locale.ROOT)) {
          case "n" -> Math.max(1, nodes);
          case "c" -> Math.max(1, cpus);
          default -> 1;
        };
    return (long) Math.ceil(Double.parseDouble(matcher.group(1)) * unitMb * times);
  }

  /** A count such as {@code 4} or {@code 1.50K}; 0 for nothing. */
  static int count(String text, String column) throws BadLineException {
    String word = text.strip();
    if (isNothing(word)) {
      return 0;
    }
    char last = Character.toUpperCase(word.charAt(word.length() - 1));
    double times = last == 'K' ? 1000 : last == 'M' ? 1e6 : 1;
    String digits = times == 1 ? word : word.substring(0, word.length() - 1);
    return (int) Math.round(Fields.amount(digits, column) * times);
  }

  /** The base state: {@code CANCELLED by 1000} and {@code CANCELLED+} are CANCELLED. */
  static String state(String text) {
    String word = text.strip().toUpperCase(Locale.ROOT);
    int end = 0;
    while (end < word.length()
        && (Character.isLetter(word.charAt(end)) || word.charAt(end) == '_')) {
      end++;
    }
    return word.substring(0, end);
  }
}
