package io.rltune.daemon.text;

import ch.qos.logback.classic.pattern.ClassicConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.rltune.model.CleanText;

/** The log's {@code %clean}: a message as one harmless line ({@link CleanText}). */
public final class CleanMessage extends ClassicConverter {
  /** Longer than any message of ours on a large cluster. */
  private static final int LONGEST = 8_000;

  @Override
  public String convert(ILoggingEvent event) {
    return CleanText.line(String.valueOf(event.getFormattedMessage()), LONGEST);
  }
}
