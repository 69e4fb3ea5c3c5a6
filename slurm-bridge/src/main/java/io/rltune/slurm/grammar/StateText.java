package io.rltune.slurm.grammar;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A state of a node or a job: {@code IDLE+DRAIN}, {@code idle~}, {@code ["MIXED","PLANNED"]}.
 * Source: sinfo(1), squeue(1), the data parsers of slurmrestd.
 *
 * @param base upper case base state
 * @param flags upper case flags
 */
public record StateText(String base, SortedSet<String> flags) {
  private static final String KIND = "state";

  private static final Set<String> NODE_BASES =
      Set.of("UNKNOWN", "DOWN", "IDLE", "ALLOCATED", "ERROR", "MIXED", "FUTURE", "INVALID");

  private static final Set<String> JOB_BASES =
      Set.of(
          "PENDING",
          "RUNNING",
          "SUSPENDED",
          "COMPLETED",
          "CANCELLED",
          "FAILED",
          "TIMEOUT",
          "NODE_FAIL",
          "PREEMPTED",
          "BOOT_FAIL",
          "DEADLINE",
          "OUT_OF_MEMORY");

  /** Suffixes of sinfo and scontrol. */
  private static final Map<Character, String> MARKS =
      Map.of(
          '*', "NOT_RESPONDING",
          '~', "POWERED_DOWN",
          '#', "POWERING_UP",
          '!', "POWER_DOWN",
          '%', "POWERING_DOWN",
          '$', "MAINTENANCE",
          '@', "REBOOT_REQUESTED",
          '^', "REBOOT_ISSUED",
          '-', "PLANNED");

  /** Words of sinfo that stand for a base state and flags. */
  private static final Map<String, String> SINFO_WORDS =
      Map.ofEntries(
          Map.entry("ALLOC", "ALLOCATED"),
          Map.entry("MIX", "MIXED"),
          Map.entry("DRAINED", "IDLE+DRAIN"),
          Map.entry("DRAINING", "MIXED+DRAIN"),
          Map.entry("DRNG", "MIXED+DRAIN"),
          Map.entry("COMP", "COMPLETING"),
          Map.entry("PLND", "PLANNED"),
          Map.entry("RESV", "RESERVED"),
          Map.entry("MAINT", "MAINTENANCE"),
          Map.entry("INVAL", "INVALID_REG"),
          Map.entry("UNK", "UNKNOWN"),
          Map.entry("FUTR", "FUTURE"));

  /** v0.0.38 shows only the strongest flag of a job; this is the base state it implies. */
  private static final Map<String, String> IMPLIED_JOB_BASE =
      Map.ofEntries(
          Map.entry("COMPLETING", "COMPLETED"),
          Map.entry("CONFIGURING", "RUNNING"),
          Map.entry("RESIZING", "RUNNING"),
          Map.entry("SIGNALING", "RUNNING"),
          Map.entry("STAGE_OUT", "RUNNING"),
          Map.entry("STOPPED", "RUNNING"),
          Map.entry("REQUEUED", "PENDING"),
          Map.entry("REQUEUE_HOLD", "PENDING"),
          Map.entry("REQUEUE_FED", "PENDING"),
          Map.entry("RESV_DEL_HOLD", "PENDING"),
          Map.entry("SPECIAL_EXIT", "PENDING"));

  public StateText {
    flags = Collections.unmodifiableSortedSet(new TreeSet<>(flags));
  }

  /**
   * Parses one string.
   *
   * @throws GrammarException for an empty string or a character that no state has
   */
  public static StateText parse(String text) throws GrammarException {
    return of(text, words(text));
  }

  /**
   * Combines the words that an API version spreads over an array, or over state and state_flags.
   */
  public static StateText parse(List<String> textList) throws GrammarException {
    List<String> wordList = new ArrayList<>();
    for (String text : textList) {
      wordList.addAll(words(text));
    }
    return of(String.join("+", textList), wordList);
  }

  /** As {@link #parse(List)}, where a lone flag implies the base state of a job. */
  public static StateText parseJob(List<String> textList) throws GrammarException {
    StateText state = parse(textList);
    String implied = IMPLIED_JOB_BASE.get(state.base());
    if (implied == null) {
      return state;
    }
    TreeSet<String> flags = new TreeSet<>(state.flags());
    flags.add(state.base());
    return new StateText(implied, flags);
  }

  private static StateText of(String text, List<String> wordList) throws GrammarException {
    if (wordList.isEmpty()) {
      throw new GrammarException(KIND, text, 0, "empty");
    }
    String base =
        wordList.stream()
            .filter(word -> NODE_BASES.contains(word) || JOB_BASES.contains(word))
            .findFirst()
            .orElse(wordList.get(0));
    TreeSet<String> flags = new TreeSet<>(wordList);
    flags.remove(base);
    return new StateText(base, flags);
  }

  private static List<String> words(String text) throws GrammarException {
    List<String> wordList = new ArrayList<>();
    int at = 0;
    for (String part : text.split("\\+", -1)) {
      String word = part.strip();
      List<String> markList = new ArrayList<>();
      while (!word.isEmpty() && MARKS.containsKey(word.charAt(word.length() - 1))) {
        markList.add(MARKS.get(word.charAt(word.length() - 1)));
        word = word.substring(0, word.length() - 1);
      }
      check(text, word, at);
      String upper = word.toUpperCase(Locale.ROOT);
      wordList.addAll(List.of(SINFO_WORDS.getOrDefault(upper, upper).split("\\+")));
      wordList.addAll(markList);
      at += part.length() + 1;
    }
    return wordList;
  }

  private static void check(String text, String word, int at) throws GrammarException {
    if (word.isEmpty()) {
      throw new GrammarException(KIND, text, at, "a state name is missing");
    }
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (!(c >= 'a' && c <= 'z')
          && !(c >= 'A' && c <= 'Z')
          && !(c >= '0' && c <= '9')
          && c != '_') {
        throw new GrammarException(KIND, text, at + i, "'" + c + "' cannot be in a state");
      }
    }
  }
}
