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
   * Parses a task list, with or without brackets around it, and as squeue writes it behind the job
   * id: {@code 123456_[9201-10000%500]}.
   *
   * @throws GrammarException naming the position of what cannot be read
   */
  public static TaskRange parse(String text) throws GrammarException {
    if (text.isBlank()) {
      throw new GrammarException(KIND, text, 0, "empty");
    }
    int begin = listBegin(text);
    int end = text.stripTrailing().length();
    if (begin < end && text.charAt(begin) == '[') {
      begin++;
      if (text.charAt(end - 1) != ']') {
        throw new GrammarException(KIND, text, end, "missing ']'");
      }
      end--;
    }
    int throttle = 0;
    int percent = text.indexOf('%', begin);
    if (percent >= 0 && percent < end) {
      String number = text.substring(percent + 1, end);
      throttle = (int) Math.min(MOST_TASKS, Counts.digits(KIND, text, number, percent + 1));
      end = percent;
    }
    long tasks = 0;
    boolean truncated = false;
    for (int at = begin; at <= end; ) {
      int comma = text.indexOf(',', at);
      int itemEnd = comma < 0 || comma > end ? end : comma;
      String item = text.substring(at, itemEnd);
      if (item.endsWith("...")) {
        truncated = true;
        item = item.substring(0, item.length() - 3);
      }
      tasks += truncated && isCut(item) ? 1 : count(text, item, at);
      at = itemEnd + 1;
    }
    if (tasks > MOST_TASKS) {
      throw new GrammarException(KIND, text, begin, tasks + " tasks are more than Slurm allows");
    }
    return new TaskRange((int) tasks, throttle, truncated);
  }

  /** Where the list begins, behind the job id that squeue puts before it. */
  private static int listBegin(String text) {
    int begin = text.length() - text.stripLeading().length();
    int underscore = text.indexOf('_', begin);
    boolean afterId =
        underscore > begin
            && text.substring(begin, underscore).chars().allMatch(c -> c >= '0' && c <= '9');
    return afterId ? underscore + 1 : begin;
  }

  private static boolean isCut(String item) {
    return item.isEmpty() || item.endsWith("-") || item.endsWith(":");
  }

  private static long count(String text, String item, int at) throws GrammarException {
    int colon = item.indexOf(':');
    String range = colon < 0 ? item : item.substring(0, colon);
    int dash = range.indexOf('-');
    if (dash < 0) {
      Counts.digits(KIND, text, item, at);
      return 1;
    }
    long from = Counts.digits(KIND, text, range.substring(0, dash), at);
    long to = Counts.digits(KIND, text, range.substring(dash + 1), at + dash + 1);
    long step =
        colon < 0 ? 1 : Counts.digits(KIND, text, item.substring(colon + 1), at + colon + 1);
    if (to < from || step < 1) {
      throw new GrammarException(KIND, text, at, "\"" + item + "\" is not an ascending range");
    }
    if (to - from > MOST_TASKS * step) {
      throw new GrammarException(KIND, text, at, "\"" + item + "\" is larger than Slurm allows");
    }
    return (to - from) / step + 1;
  }
}
