package io.rltune.slurm.grammar;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Writes hosts that differ only in their last number as one bracket expression. */
final class HostlistCompressor {
  private static final int LONGEST_NUMBER = 18;

  /**
   * The number in which a host name ends.
   *
   * @param digits as written, with leading zeros
   * @param value its value
   */
  private record Ending(String digits, long value) {
    /** Whether a range that starts here, padded to our width, names the other one next. */
    boolean isFollowedBy(Ending other) {
      return other.value == value + 1;
    }
  }

  private HostlistCompressor() {}

  static String compress(List<String> hostList) {
    Map<String, List<Ending>> byPrefix = new LinkedHashMap<>();
    for (String host : new LinkedHashSet<>(hostList)) {
      int begin = numberBegin(host);
      List<Ending> numberList =
          byPrefix.computeIfAbsent(host.substring(0, begin), key -> new ArrayList<>());
      if (begin < host.length()) {
        String digits = host.substring(begin);
        numberList.add(new Ending(digits, Long.parseLong(digits)));
      } else {
        numberList.add(new Ending("", -1));
      }
    }
    List<String> partList = new ArrayList<>();
    byPrefix.forEach((prefix, numberList) -> addGroup(partList, prefix, numberList));
    return String.join(",", partList);
  }

  private static int numberBegin(String host) {
    int begin = host.length();
    while (begin > 0
        && host.length() - begin < LONGEST_NUMBER
        && Character.isDigit(host.charAt(begin - 1))) {
      begin--;
    }
    return begin;
  }

  private static void addGroup(List<String> partList, String prefix, List<Ending> numberList) {
    if (numberList.removeIf(number -> number.digits().isEmpty())) {
      partList.add(prefix);
    }
    if (numberList.isEmpty()) {
      return;
    }
    // By width first: 9 continues as 10, and 09 as 10, but 9 and 09 are different hosts.
    numberList.sort(
        Comparator.comparingInt((Ending number) -> number.digits().length())
            .thenComparingLong(Ending::value));
    List<String> rangeList = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= numberList.size(); i++) {
      if (i == numberList.size() || !continues(numberList, first, i)) {
        String low = numberList.get(first).digits();
        rangeList.add(i - first == 1 ? low : low + "-" + numberList.get(i - 1).digits());
        first = i;
      }
    }
    boolean single = rangeList.size() == 1 && rangeList.get(0).indexOf('-') < 0;
    partList.add(
        single ? prefix + rangeList.get(0) : prefix + "[" + String.join(",", rangeList) + "]");
  }

  /** Slurm pads a whole range to the width of its lower end. */
  private static boolean continues(List<Ending> numberList, int first, int i) {
    Ending number = numberList.get(i);
    int width = numberList.get(first).digits().length();
    return numberList.get(i - 1).isFollowedBy(number)
        && Hostlist.padded(number.value(), width).equals(number.digits());
  }
}
