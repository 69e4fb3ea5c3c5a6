package io.rltune.daemon.cli;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Times as people read them. */
final class Times {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z");

  private Times() {}

  /** A moment in the time zone of the machine. */
  static String at(long epochS) {
    return FORMAT.format(Instant.ofEpochSecond(epochS).atZone(ZoneId.systemDefault()));
  }
}
