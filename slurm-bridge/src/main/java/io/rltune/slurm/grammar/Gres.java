package io.rltune.slurm.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Generic resources as Slurm writes them in {@code Gres=}, {@code gres_used}, {@code gres_detail}
 * and {@code tres_per_*}: {@code gpu:a100:4(S:0-3)}, {@code gres:gpu:2}, {@code gres/gpu:a100=2}.
 * Source: gres.conf(5) and the answers of slurmrestd 22.05 to 26.05.
 */
public final class Gres {
  private static final String KIND = "gres";

  /** What tres_per_task of 23.11 and later lists beside generic resources. */
  private static final Set<String> NOT_GRES = Set.of("cpu", "mem", "node", "billing", "energy");

  /**
   * One resource.
   *
   * @param name e.g. {@code gpu}
   * @param type e.g. {@code a100}, in the case it came in; empty where the text names none
   * @param count how many, at least 0
   * @param detail what stood in parentheses, e.g. {@code IDX:0-3}; empty without
   */
  public record Item(String name, String type, long count, String detail) {
    /** Whether it counts whole GPUs; shards, MPS shares and MIG slices of their own name do not. */
    public boolean isGpu() {
      return name.equalsIgnoreCase("gpu");
    }
  }

  private Gres() {}

  /**
   * Parses a list of resources.
   *
   * @return the resources in order; empty for {@code ""}, {@code (null)} and {@code N/A}
   * @throws GrammarException naming the position of what cannot be read
   */
  public static List<Item> parse(String text) throws GrammarException {
    if (Absent.is(text)) {
      return List.of();
    }
    List<Item> itemList = new ArrayList<>();
    for (Pieces.Piece piece : Pieces.split(KIND, text, '(', ')')) {
      Item item = item(text, piece);
      if (!NOT_GRES.contains(item.name().toLowerCase(Locale.ROOT))) {
        itemList.add(item);
      }
    }
    return List.copyOf(itemList);
  }

  private static Item item(String whole, Pieces.Piece piece) throws GrammarException {
    String text = piece.text();
    String detail = "";
    int paren = text.indexOf('(');
    if (paren >= 0) {
      if (!text.endsWith(")")) {
        throw new GrammarException(
            KIND, whole, piece.at() + text.indexOf(')') + 1, "text after ')'");
      }
      detail = text.substring(paren + 1, text.length() - 1);
      text = text.substring(0, paren);
    }
    int at = piece.at();
    if (text.startsWith("gres:") || text.startsWith("gres/")) {
      text = text.substring(5);
      at += 5;
    }
    return named(whole, text, at, detail);
  }

  private static Item named(String whole, String text, int at, String detail)
      throws GrammarException {
    List<String> partList = new ArrayList<>(List.of(text.split("[:=]", -1)));
    int offset = at;
    for (String part : partList) {
      if (part.isBlank()) {
        throw new GrammarException(KIND, whole, offset, "empty name, type or count");
      }
      offset += part.length() + 1;
    }
    partList.remove("no_consume");
    String last = partList.get(partList.size() - 1);
    int lastAt = at + text.lastIndexOf(last);
    boolean counted = partList.size() > 1 && startsWithDigit(last) && isCount(last);
    if (text.indexOf('=') >= 0 && !counted) {
      throw new GrammarException(KIND, whole, lastAt, "a count must follow '='");
    }
    if (partList.size() == 3 && !counted) {
      throw new GrammarException(KIND, whole, lastAt, "\"" + last + "\" is not a count");
    }
    if (partList.size() > 3) {
      throw new GrammarException(KIND, whole, at, "more than name, type and count");
    }
    if (partList.size() == 2 && (last.startsWith("-") || last.startsWith("+"))) {
      throw new GrammarException(KIND, whole, lastAt, "\"" + last + "\" is not a count");
    }
    for (String part : partList) {
      checkWord(whole, part, at + text.indexOf(part));
    }
    long count = counted ? Counts.parse(KIND, whole, last, lastAt) : 1;
    String type = partList.size() == 3 || (partList.size() == 2 && !counted) ? partList.get(1) : "";
    return new Item(partList.get(0), type, count, detail);
  }

  private static boolean startsWithDigit(String text) {
    return Character.isDigit(text.charAt(0));
  }

  private static boolean isCount(String text) {
    return text.matches("\\d+[kKmMgGtT]?");
  }

  private static void checkWord(String whole, String word, int at) throws GrammarException {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (!Character.isLetterOrDigit(c) && "._-/+".indexOf(c) < 0) {
        throw new GrammarException(KIND, whole, at + i, "unexpected '" + c + "'");
      }
    }
  }
}
