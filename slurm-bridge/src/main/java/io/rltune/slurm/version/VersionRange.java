package io.rltune.slurm.version;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which API versions may be used: {@code auto}, one version such as {@code v0.0.42}, or a range
 * such as {@code v0.0.40..v0.0.46}; either end of a range may be left out.
 *
 * @param oldest last number of the oldest version, e.g. 38
 * @param newest last number of the newest version
 */
public record VersionRange(int oldest, int newest) {
  /** v0.0.38 of Slurm 22.05 to v0.0.46 of 26.11. */
  public static final VersionRange AUTO = new VersionRange(38, 46);

  private static final Pattern ONE = Pattern.compile("v0\\.0\\.(\\d{1,4})");

  public VersionRange {
    if (oldest > newest) {
      throw new IllegalArgumentException(
          "API versions " + name(oldest) + ".." + name(newest) + ": the range goes down");
    }
  }

  /**
   * Parses a setting.
   *
   * @throws IllegalArgumentException naming what was expected
   */
  public static VersionRange parse(String text) {
    String word = text.strip();
    if (word.isEmpty() || word.equals("auto")) {
      return AUTO;
    }
    int dots = word.indexOf("..");
    if (dots < 0) {
      int number = number(text, word);
      return new VersionRange(number, number);
    }
    String low = word.substring(0, dots).strip();
    String high = word.substring(dots + 2).strip();
    int oldest = low.isEmpty() ? AUTO.oldest : number(text, low);
    int newest = high.isEmpty() ? Math.max(oldest, AUTO.newest) : number(text, high);
    return new VersionRange(oldest, newest);
  }

  private static int number(String text, String version) {
    Matcher matcher = ONE.matcher(version);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "API version \""
              + text
              + "\": expected auto, one version such as v0.0.42, or a range such as"
              + " v0.0.40..v0.0.46");
    }
    return Integer.parseInt(matcher.group(1));
  }

  /** The last number of a version, or -1 where it is none. */
  static int numberOf(String version) {
    Matcher matcher = ONE.matcher(version);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
  }

  static String name(int number) {
    return "v0.0." + number;
  }

  boolean contains(String version) {
    int number = numberOf(version);
    return number >= oldest && number <= newest;
  }

  @Override
  public String toString() {
    return oldest == newest ? name(oldest) : name(oldest) + ".." + name(newest);
  }
}
