package io.rltune.daemon.config;

import io.rltune.model.EditDistance;
import java.util.Collection;

/** "did you mean". */
final class Nearest {
  private Nearest() {}

  /** The hint for an unknown word, or nothing where none of the known ones is near. */
  static String hint(String word, Collection<String> known) {
    String best = "";
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : known) {
      int distance = EditDistance.between(word, candidate);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    return bestDistance <= Math.max(3, word.length() / 2) ? "; did you mean '" + best + "'?" : "";
  }
}
