package io.rltune.model;

/**
 * The one place that makes text of strangers (job names, accounts, node names, answers of a server)
 * harmless for a terminal or a log: one line, of bounded length, without anything that moves the
 * cursor, forges a line or turns the reading direction.
 *
 * <p>For people only. Data that is stored or sent stays as it is: JSON and HTML have escapes of
 * their own.
 */
public final class CleanText {
  /** Longest text of one field, in characters. */
  public static final int FIELD = 200;

  private static final char MARK = '?';

  private CleanText() {}

  /** One line of at most {@link #FIELD} characters. */
  public static String field(String text) {
    return line(text, FIELD);
  }

  /**
   * One line. Each control, format, separator, private or unpaired surrogate character becomes a
   * question mark: C0 and C1 controls (ESC, CSI), line and paragraph separators, bidirectional
   * overrides, zero-width characters.
   *
   * @param most longest answer in characters, at least 4; what is longer is cut and ends in "..."
   */
  public static String line(String text, int most) {
    int end = Math.min(text.length(), most);
    StringBuilder clean = null;
    for (int i = 0; i < end; ) {
      int point = text.codePointAt(i);
      int width = Character.charCount(point);
      if (!isPlain(point)) {
        if (clean == null) {
          clean = new StringBuilder(text.length()).append(text, 0, i);
        }
        clean.append(MARK);
      } else if (clean != null) {
        clean.appendCodePoint(point);
      }
      i += width;
    }
    if (text.length() <= most) {
      return clean == null ? text : clean.toString();
    }
    String head = clean == null ? text.substring(0, most) : clean.toString();
    int cut = Math.min(head.length(), most - 3);
    if (cut > 0 && Character.isHighSurrogate(head.charAt(cut - 1))) {
      cut--;
    }
    return head.substring(0, cut) + "...";
  }

  /** Whether a code point shows as itself and does nothing else. */
  public static boolean isPlain(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
