package io.rltune.sim.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slurm host lists, as far as cluster files and the simulated answers need them. */
public final class NodeNames {
  private static final int MAX_NODES = 100_000;
  private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d+)");

  private NodeNames() {}

  /**
   * Expands a host list such as {@code p2-[01-16,20],gpu7}; several brackets give the product.
   *
   * @throws IllegalArgumentException naming the expression and what is wrong with it
   */
  public static List<String> expand(String hostlist) {
    List<String> names = new ArrayList<>();
    for (String item : splitOutsideBrackets(hostlist)) {
      names.addAll(expandItem(hostlist, item));
      if (names.size() > MAX_NODES) {
        throw bad(hostlist, "names more than " + MAX_NODES + " nodes");
      }
    }
    return names;
  }

  /** Joins names into one host list, numbers of equal width under one bracket. */
  public static String compress(Collection<String> names) {
    // Key: prefix and width, as n1 and n01 are different nodes.
    Map<String, NavigableSet<Long>> groups = new LinkedHashMap<>();
    for (String name : names) {
      Matcher matcher = NUMBERED.matcher(name);
      if (matcher.matches() && matcher.group(2).length() < 18) {
        String key = matcher.group(1) + "%0" + matcher.group(2).length() + "d";
        groups.computeIfAbsent(key, k -> new TreeSet<>()).add(Long.parseLong(matcher.group(2)));
      } else {
        groups.put(name, new TreeSet<>());
      }
    }
    List<String> items = new ArrayList<>();
    groups.forEach((key, numbers) -> items.add(item(key, numbers)));
    return String.join(",", items);
  }

  private static String item(String key, NavigableSet<Long> numbers) {
    if (numbers.isEmpty()) {
      return key;
    }
    int at = key.lastIndexOf('%');
    String prefix = key.substring(0, at);
    String format = key.substring(at);
    List<String> ranges = new ArrayList<>();
    long first = numbers.first();
    long last = first;
    for (long number : numbers.tailSet(first, false)) {
      if (number != last + 1) {
        ranges.add(range(format, first, last));
        first = number;
      }
      last = number;
    }
    ranges.add(range(format, first, last));
    String joined = String.join(",", ranges);
    return numbers.size() == 1 ? prefix + joined : prefix + "[" + joined + "]";
  }

  private static String range(String format, long first, long last) {
    String from = String.format(Locale.ROOT, format, first);
    return first == last ? from : from + "-" + String.format(Locale.ROOT, format, last);
  }

  private static List<String> splitOutsideBrackets(String hostlist) {
    List<String> items = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= hostlist.length(); i++) {
      char c = i < hostlist.length() ? hostlist.charAt(i) : ',';
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (depth < 0 || depth > 1 || (i == hostlist.length() && depth != 0)) {
        throw bad(hostlist, "has unbalanced brackets");
      }
      if (c == ',' && depth == 0) {
        items.add(hostlist.substring(start, i).strip());
        start = i + 1;
      }
    }
    return items;
  }

  private static List<String> expandItem(String hostlist, String item) {
    if (item.isEmpty()) {
      throw bad(hostlist, "has an empty element");
    }
    int open = item.indexOf('[');
    if (open < 0) {
      return List.of(item);
    }
    int close = item.indexOf(']', open);
    String rest = item.substring(close + 1);
    List<String> tails = rest.isEmpty() ? List.of("") : expandItem(hostlist, rest);
    List<String> names = new ArrayList<>();
    for (String range : item.substring(open + 1, close).split(",", -1)) {
      for (String number : numbers(hostlist, range.strip())) {
        tails.forEach(tail -> names.add(item.substring(0, open) + number + tail));
      }
    }
    return names;
  }

  private static List<String> numbers(String hostlist, String range) {
    Matcher matcher = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?").matcher(range);
    if (!matcher.matches()) {
      throw bad(hostlist, "has the malformed range '" + range + "'");
    }
    String low = matcher.group(1);
    int first = Integer.parseInt(low);
    int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
    if (last < first || last - first >= MAX_NODES) {
      throw bad(hostlist, "has the range '" + range + "', which runs backwards or is too long");
    }
    List<String> numbers = new ArrayList<>();
    for (int n = first; n <= last; n++) {
      numbers.add(String.format(Locale.ROOT, "%0" + low.length() + "d", n));
    }
    return numbers;
  }

  private static IllegalArgumentException bad(String hostlist, String problem) {
    return new IllegalArgumentException("host list '" + hostlist + "' " + problem);
  }
}
