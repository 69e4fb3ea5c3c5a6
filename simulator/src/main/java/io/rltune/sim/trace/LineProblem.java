package io.rltune.sim.trace;

/**
 * A damaged line that was skipped.
 *
 * @param line line number in the file, from 1
 * @param text the line, shortened where it is long
 * @param reason what is wrong with it
 */
public record LineProblem(int line, String text, String reason) {
  private static final int SHOWN_CHARS = 160;

  public LineProblem {
    text = text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + " ...";
  }

  @Override
  public String toString() {
    return "line " + line + ": " + reason + ": " + text;
  }
}
