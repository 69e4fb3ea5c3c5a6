package io.rltune.slurm.grammar;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits at commas that no bracket or parenthesis encloses, and remembers where each piece began.
 */
final class Pieces {
  /**
   * One piece.
   *
   * @param text the piece without surrounding blanks
   * @param at its offset in the whole text
   */
  record Piece(String text, int at) {}

  private Pieces() {}

  static List<Piece> split(String kind, String text, char open, char close)
      throws GrammarException {
    List<Piece> pieceList = new ArrayList<>();
    int depth = 0;
    int begin = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == open) {
        if (depth > 0) {
          throw new GrammarException(kind, text, i, "nested '" + open + "'");
        }
        depth++;
      } else if (c == close) {
        if (depth == 0) {
          throw new GrammarException(kind, text, i, "'" + close + "' without '" + open + "'");
        }
        depth--;
      } else if (c == ',' && depth == 0) {
        pieceList.add(piece(kind, text, begin, i));
        begin = i + 1;
      }
    }
    if (depth > 0) {
      throw new GrammarException(kind, text, text.length(), "missing '" + close + "'");
    }
    pieceList.add(piece(kind, text, begin, text.length()));
    return pieceList;
  }

  private static Piece piece(String kind, String text, int begin, int end) throws GrammarException {
    String piece = text.substring(begin, end);
    String stripped = piece.strip();
    if (stripped.isEmpty()) {
      throw new GrammarException(kind, text, begin, "empty item");
    }
    return new Piece(stripped, begin + piece.indexOf(stripped));
  }
}
