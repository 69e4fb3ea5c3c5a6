package io.rltune.sim.report;

import java.util.Locale;

/** Durations for people. */
public final class Durations {
  private Durations() {}

  /**
   * Seconds in the largest unit that keeps the number above 2, e.g. 12.3 h; "-" where not known.
   */
  public static String text(double seconds) {
    if (!Double.isFinite(seconds)) {
      return "-";
    }
    double size = Math.abs(seconds);
    if (size < 120) {
      return format(size != 0 && size < 10 ? "%.1f s" : "%.0f s", seconds);
    }
    if (size < 7200) {
      return format("%.1f min", seconds / 60);
    }
    return size < 172_800 ? format("%.1f h", seconds / 3600) : format("%.1f d", seconds / 86_400);
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
