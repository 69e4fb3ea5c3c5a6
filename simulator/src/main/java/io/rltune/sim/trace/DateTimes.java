package io.rltune.sim.trace;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Points in time as traces write them. They are local to their cluster and only differences matter,
 * so they are read as if they were UTC: across a change of summer time a wait can be an hour off.
 */
final class DateTimes {
  private DateTimes() {}

  /**
   * Seconds since 1970 of {@code 2020-04-01 10:20:30}, {@code 2020-04-01T10:20:30}, either with an
   * offset or a Z that is ignored, or of a plain number of seconds.
   */
  static double seconds(String text, String column) throws BadLineException {
    if (!text.isEmpty() && text.chars().allMatch(c -> Character.isDigit(c) || c == '.')) {
      return Fields.amount(text, column);
    }
    try {
      String local = text.length() > 19 ? text.substring(0, 19) : text;
      return LocalDateTime.parse(local.replace(' ', 'T'), DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new BadLineException(
          column + " '" + text + "' is no time; expected e.g. 2024-05-01T10:20:30");
    }
  }
}
