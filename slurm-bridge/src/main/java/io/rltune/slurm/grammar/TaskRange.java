package io.rltune.slurm.grammar;

/**
 * Tasks of a job array: {@code 2-10%2}, {@code 0,5,10}, {@code 1-9:2,20}.
 *
 * @param tasks how many tasks the expression names, at least 1
 * @param throttle most tasks at once, 0 without a throttle
 * @param truncated whether Slurm cut the expression short ({@code ...}): then {@code tasks} is a
 *     lower bound
 */
public record TaskRange(int tasks, int throttle, boolean truncated) {
  private static final String KIND = "array task list";

  /** Slurm's own MaxArraySize cannot be set higher. */
  private static final long MOST_TASKS = 4_000_001;

  /**
   * Parses a task list, with or without brackets around it.
   *
   * @throws GrammarException naming the position of what cannot be read
   */
  public static TaskRange parse(String text) throws GrammarException {
    String list = text.strip();
    int throttle = 0;
    int percent = list.indexOf('%');
    if (percent >= 0) {
      String number = list.substring(percent + 1).replace("]", "");
      throttle = (int) Math.min(MOST_TASKS, Counts.digits(KIND, text, number, percent + 1));
      list = list.substring(0, percent);
    }
    if (list.startsWith("[")) {
      list = list.substring(1).replace("]", "");
    }
    long tasks = 0;
    boolean truncated = false;
    for (Pieces.Piece piece : Pieces.split(KIND, list, '(', ')')) {
      String item = piece.text();
      if (item.endsWith("...")) {
        truncated = true;
        item = item.substring(0, item.length() - 3);
        if (item.isEmpty() || item.endsWith("-")) {
          tasks++;
          continue;
        }
      }
      tasks += count(text, item, piece.at());
    }
    if (tasks > MOST_TASKS) {
      throw new GrammarException(KIND, text, 0, tasks + " tasks are more than Slurm allows");
    }
    return new TaskRange((int) tasks, throttle, truncated);
  }

  private static long count(String text, String item, int at) throws GrammarException {
    int dash = item.indexOf('-');
    if (dash < 0) {
      Counts.digits(KIND, text, item, at);
      return 1;
    }
    int colon = item.indexOf(':');
    String high = item.substring(dash + 1, colon < 0 ? item.length() : colon);
    long from = Counts.digits(KIND, text, item.substring(0, dash), at);
    long to = Counts.digits(KIND, text, high, at + dash + 1);
    long step =
        colon < 0 ? 1 : Counts.digits(KIND, text, item.substring(colon + 1), at + colon + 1);
    if (to < from || step < 1) {
      throw new GrammarException(KIND, text, at, "\"" + item + "\" is not an ascending range");
    }
    return (to - from) / step + 1;
  }
}
