package io.rltune.slurm.grammar;

import java.util.Locale;
import java.util.Set;

/** The ways in which Slurm writes "there is nothing here". */
public final class Absent {
  private static final Set<String> SPELLINGS =
      Set.of("", "(null)", "null", "n/a", "none", "unknown");

  private Absent() {}

  /** Whether the text stands for no value at all. */
  public static boolean is(String text) {
    return SPELLINGS.contains(text.strip().toLowerCase(Locale.ROOT));
  }
}
