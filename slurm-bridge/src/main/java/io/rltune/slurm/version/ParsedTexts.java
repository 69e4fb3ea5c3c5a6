package io.rltune.slurm.version;

import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.Tres;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Resource texts of one answer, each parsed once: ten thousand waiting jobs ask for a few dozen
 * different things. For one thread.
 */
public final class ParsedTexts {
  /** A queue in which every job differs must not be kept twice. */
  private static final int MOST = 4096;

  private final Map<String, Tres> tresByText = new HashMap<>();
  private final Map<String, List<Gres.Item>> gresByText = new HashMap<>();

  /** As {@link Tres#parse}. */
  Tres tres(String text) throws GrammarException {
    Tres known = tresByText.get(text);
    if (known == null) {
      known = Tres.parse(text);
      keep(tresByText, text, known);
    }
    return known;
  }

  /** As {@link Gres#parse}. */
  List<Gres.Item> gres(String text) throws GrammarException {
    List<Gres.Item> known = gresByText.get(text);
    if (known == null) {
      known = Gres.parse(text);
      keep(gresByText, text, known);
    }
    return known;
  }

  private static <T> void keep(Map<String, T> parsed, String text, T value) {
    if (parsed.size() < MOST) {
      parsed.put(text, value);
    }
  }
}
