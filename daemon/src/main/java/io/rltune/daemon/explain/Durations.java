package io.rltune.daemon.explain;

/** Durations as people, and Slurm, write them. */
public final class Durations {
  private Durations() {}

  /** {@code 1d 2h}, {@code 3h 20m}, {@code 5m}, {@code 40s}: the two largest units. */
  public static String about(long seconds) {
    long s = Math.max(0, seconds);
    if (s >= 86_400) {
      return s / 86_400 + "d" + rest(s % 86_400 / 3600, "h");
    }
    if (s >= 3600) {
      return s / 3600 + "h" + rest(s % 3600 / 60, "m");
    }
    return s >= 60 ? s / 60 + "m" + (s < 600 ? rest(s % 60, "s") : "") : s + "s";
  }

  private static String rest(long count, String unit) {
    return count == 0 ? "" : " " + count + unit;
  }

  /** Like {@link #about}; {@code unlimited} for {@link Long#MAX_VALUE}. */
  public static String hms(long seconds) {
    return seconds == Long.MAX_VALUE ? "unlimited" : about(seconds);
  }

  /** {@code [D-]HH:MM:SS}, as sbatch takes it. */
  public static String slurm(long seconds) {
    String clock =
        String.format("%02d:%02d:%02d", seconds % 86_400 / 3600, seconds % 3600 / 60, seconds % 60);
    return seconds >= 86_400 ? seconds / 86_400 + "-" + clock : clock;
  }
}
