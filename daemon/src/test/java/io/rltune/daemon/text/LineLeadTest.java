package io.rltune.daemon.text;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineLeadTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"ERROR,<3>ERROR", "WARN,<4>WARN", "INFO,<6>INFO", "DEBUG,<7>DEBUG", "TRACE,<7>TRACE"})
  void theJournalGetsLevelsAsItKnowsThem(String level, String lead) {
    assertThat(new LineLead(true).convert(event(level))).isEqualTo(lead);
  }

  @Test
  void elsewhereALineHasItsTime() {
    assertThat(new LineLead(false).convert(event("WARN")))
        .matches("2026-1[12]-\\d\\dT\\d\\d:\\d0:00.123 WARN ");
  }

  @Test
  void onlyTheVeryStreamOfTheJournalIsIt() throws Exception {
    Path stream = Files.createFile(directory.resolve("stream"));
    String own =
        Files.getAttribute(stream, "unix:dev") + ":" + Files.getAttribute(stream, "unix:ino");
    assertThat(LineLead.isJournal(Map.of("JOURNAL_STREAM", own), stream)).isTrue();
    assertThat(LineLead.isJournal(Map.of("JOURNAL_STREAM", "8:1234"), stream)).isFalse();
    assertThat(LineLead.isJournal(Map.of(), stream)).isFalse();
    assertThat(LineLead.isJournal(Map.of("JOURNAL_STREAM", own), directory.resolve("none")))
        .isFalse();
  }

  private static LoggingEvent event(String level) {
    LoggingEvent event = new LoggingEvent();
    event.setLevel(Level.toLevel(level));
    event.setTimeStamp(1_796_040_000_123L);
    return event;
  }
}
