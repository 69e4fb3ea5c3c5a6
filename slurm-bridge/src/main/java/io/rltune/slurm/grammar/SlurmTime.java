package io.rltune.slurm.grammar;

import java.util.Locale;
import java.util.Optional;

/**
 * A time limit in one of Slurm's six forms: minutes, minutes:seconds, hours:minutes:seconds,
 * days-hours, days-hours:minutes, days-hours:minutes:seconds. Source: sbatch(1), {@code --time}.
 *
 * @param seconds the limit; empty where there is none or the text does not set one
 * @param unlimited whether the text says {@code UNLIMITED} or {@code INFINITE}
 * @param partitionLimit whether the text says {@code Partition_Limit}
 */
public record SlurmTime(Optional<Long> seconds, boolean unlimited, boolean partitionLimit) {
  private static final String KIND = "time";
  private static final long LONGEST_S = 1L << 40;

  /**
   * Parses a time limit.
   *
   * @throws GrammarException naming the position of what cannot be read
   */
  public static SlurmTime parse(String text) throws GrammarException {
    String word = text.strip();
    switch (word.toUpperCase(Locale.ROOT)) {
      case "UNLIMITED", "INFINITE", "INFINITY" -> {
        return new SlurmTime(Optional.empty(), true, false);
      }
      case "PARTITION_LIMIT" -> {
        return new SlurmTime(Optional.empty(), false, true);
      }
      case "NOT_SET", "NONE", "N/A", "(NULL)" -> {
        return new SlurmTime(Optional.empty(), false, false);
      }
      default -> {
        return new SlurmTime(Optional.of(seconds(text, word)), false, false);
      }
    }
  }

  private static long seconds(String text, String word) throws GrammarException {
    int dash = word.indexOf('-');
    long days = dash < 0 ? 0 : Counts.digits(KIND, text, word.substring(0, dash), 0);
    int at = dash + 1;
    String[] fields = word.substring(at).split(":", -1);
    if (fields.length > 3) {
      throw new GrammarException(KIND, text, at, "more than hours:minutes:seconds");
    }
    long[] values = new long[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = Counts.digits(KIND, text, fields[i], at);
      if (values[i] > LONGEST_S) {
        throw new GrammarException(KIND, text, at, "\"" + fields[i] + "\" is too large");
      }
      at += fields[i].length() + 1;
    }
    if (days > LONGEST_S / 86_400) {
      throw new GrammarException(KIND, text, 0, "too many days");
    }
    return days * 86_400 + (dash < 0 ? plain(values) : afterDays(values));
  }

  private static long plain(long[] values) {
    return switch (values.length) {
      case 1 -> values[0] * 60;
      case 2 -> values[0] * 60 + values[1];
      default -> values[0] * 3600 + values[1] * 60 + values[2];
    };
  }

  private static long afterDays(long[] values) {
    long seconds = values[0] * 3600;
    if (values.length > 1) {
      seconds += values[1] * 60;
    }
    if (values.length > 2) {
      seconds += values[2];
    }
    return seconds;
  }
}
