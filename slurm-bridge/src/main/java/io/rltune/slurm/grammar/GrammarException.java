package io.rltune.slurm.grammar;

import io.rltune.model.CleanText;

/** A string that is not what Slurm's grammar allows; the message names the place and the rule. */
public final class GrammarException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int MOST_SHOWN = 120;

  private final int position;

  /**
   * Says what is wrong where.
   *
   * @param kind what was parsed, e.g. {@code hostlist}
   * @param text the whole input
   * @param position offset of the offending character, from 0 to the length of the text
   * @param problem what is wrong there and what was expected
   */
  public GrammarException(String kind, String text, int position, String problem) {
    super(
        "not a valid "
            + kind
            + ": \""
            + shown(text)
            + "\" at position "
            + position
            + ": "
            + problem);
    this.position = position;
  }

  /** Offset of the offending character. */
  public int position() {
    return position;
  }

  private static String shown(String text) {
    return CleanText.line(text, MOST_SHOWN);
  }
}
