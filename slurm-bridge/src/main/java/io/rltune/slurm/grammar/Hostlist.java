package io.rltune.slurm.grammar;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Node names in Slurm's bracket notation: {@code n[01-03,7],login,rack[0-1]b[0-3]}. Never a regular
 * expression. Source: hostlist functions of slurm(1), scontrol(1) {@code show hostnames}.
 */
public final class Hostlist {
  /** Most names one expression may stand for; Slurm's own limit is 65536 per range. */
  public static final int MOST_HOSTS = 100_000;

  private static final String KIND = "hostlist";

  private Hostlist() {}

  /**
   * Names every host, in order of appearance, each once.
   *
   * @throws GrammarException for an empty, malformed or too large expression
   */
  public static List<String> expand(String text) throws GrammarException {
    if (text.isBlank()) {
      throw new GrammarException(KIND, text, 0, "empty");
    }
    Set<String> hosts = new LinkedHashSet<>();
    for (Pieces.Piece piece : Pieces.split(KIND, text, '[', ']')) {
      hosts.addAll(product(text, piece));
      checkSize(text, hosts.size());
    }
    return List.copyOf(hosts);
  }

  /** As {@link #expand}, with no host for the ways in which Slurm writes nothing. */
  public static List<String> expandOrEmpty(String text) throws GrammarException {
    return Absent.is(text) || text.equals("None assigned") ? List.of() : expand(text);
  }

  /** The shortest notation that names exactly these hosts. */
  public static String compress(List<String> hostList) {
    return HostlistCompressor.compress(hostList);
  }

  private static List<String> product(String whole, Pieces.Piece piece) throws GrammarException {
    List<String> nameList = List.of("");
    String text = piece.text();
    int i = 0;
    while (i < text.length()) {
      List<String> partList;
      int open = text.indexOf('[', i);
      if (open == i) {
        int close = text.indexOf(']', i);
        partList = ranges(whole, text.substring(i + 1, close), piece.at() + i + 1);
        i = close + 1;
      } else {
        int end = open < 0 ? text.length() : open;
        partList =
            Collections.singletonList(literal(whole, text.substring(i, end), piece.at() + i));
        i = end;
      }
      checkSize(whole, (long) nameList.size() * partList.size());
      nameList = join(nameList, partList);
    }
    return nameList;
  }

  private static List<String> join(List<String> headList, List<String> tailList) {
    List<String> joined = new ArrayList<>(headList.size() * tailList.size());
    for (String head : headList) {
      for (String tail : tailList) {
        joined.add(head + tail);
      }
    }
    return joined;
  }

  private static String literal(String whole, String text, int at) throws GrammarException {
    for (int i = 0; i < text.length(); i++) {
      if (!isNameCharacter(text.charAt(i))) {
        throw new GrammarException(
            KIND, whole, at + i, "'" + text.charAt(i) + "' cannot be in a node name");
      }
    }
    return text;
  }

  static boolean isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '.';
  }

  private static List<String> ranges(String whole, String text, int at) throws GrammarException {
    List<String> numberList = new ArrayList<>();
    int offset = at;
    for (String range : text.split(",", -1)) {
      int dash = range.indexOf('-');
      String low = dash < 0 ? range : range.substring(0, dash);
      String high = dash < 0 ? low : range.substring(dash + 1);
      long from = Counts.digits(KIND, whole, low, offset);
      long to = dash < 0 ? from : Counts.digits(KIND, whole, high, offset + dash + 1);
      if (to < from) {
        throw new GrammarException(KIND, whole, offset, "range " + range + " goes down");
      }
      checkSize(whole, numberList.size() + to - from + 1);
      for (long value = from; value <= to; value++) {
        numberList.add(padded(value, low.length()));
      }
      offset += range.length() + 1;
    }
    return numberList;
  }

  static String padded(long value, int width) {
    String digits = Long.toString(value);
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  private static void checkSize(String whole, long size) throws GrammarException {
    if (size > MOST_HOSTS) {
      throw new GrammarException(KIND, whole, 0, "names more than " + MOST_HOSTS + " hosts");
    }
  }
}
