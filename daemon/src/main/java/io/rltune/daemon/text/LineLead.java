package io.rltune.daemon.text;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/**
 * The log's {@code %lead}, what a line begins with: time and level, or for the journal of systemd,
 * which keeps its own time, the level as sd-daemon(3) has it, so that {@code journalctl -p warning}
 * shows warnings.
 */
public final class LineLead extends ClassicConverter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

  private final boolean toJournal;

  /** For this process's standard error. */
  public LineLead() {
    this(isJournal());
  }

  LineLead(boolean toJournal) {
    this.toJournal = toJournal;
  }

  /** What a line on standard error begins with that is no log line and tells of a failure. */
  public static String ofFailure() {
    return isJournal() ? "<3>" : "";
  }

  private static boolean isJournal() {
    return isJournal(System.getenv(), Path.of("/proc/self/fd/2"));
  }

  /**
   * Whether the journal reads a stream: systemd.exec(5) says that JOURNAL_STREAM has its device and
   * inode, so that a child whose stream goes elsewhere is not mistaken.
   */
  static boolean isJournal(Map<String, String> environment, Path stream) {
    String journal = environment.getOrDefault("JOURNAL_STREAM", "");
    if (journal.isEmpty()) {
      return false;
    }
    try {
      Map<String, Object> file = Files.readAttributes(stream, "unix:dev,ino");
      return journal.equals(file.get("dev") + ":" + file.get("ino"));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  @Override
  public String convert(ILoggingEvent event) {
    Level level = event.getLevel();
    return toJournal
        ? "<%d>%s".formatted(severity(level), level)
        : "%s %-5s".formatted(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())), level);
  }

  private static int severity(Level level) {
    return switch (level.toInt()) {
      case Level.ERROR_INT -> 3;
      case Level.WARN_INT -> 4;
      case Level.INFO_INT -> 6;
      default -> 7;
    };
  }
}
