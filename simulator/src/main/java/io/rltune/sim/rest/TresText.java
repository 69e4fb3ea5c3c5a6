package io.rltune.sim.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** TRES and GRES strings as Slurm prints them. */
final class TresText {
  private static final String[] UNITS = {"M", "G", "T", "P"};

  private TresText() {}

  /** Memory with the largest unit that leaves a number of at least 1, e.g. 62.50G. */
  static String memory(long mb) {
    double value = mb;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    boolean whole = value == Math.rint(value);
    return whole
        ? Math.round(value) + UNITS[unit]
        : String.format(Locale.ROOT, "%.2f%s", value, UNITS[unit]);
  }

  /** What a job asks for or holds: {@code cpu=8,mem=8G,node=1,billing=8,gres/gpu=4,...}. */
  static String ofJob(int cpus, long memMb, int nodes, Map<String, Integer> gpusByType) {
    StringJoiner text = new StringJoiner(",");
    text.add("cpu=" + cpus);
    addMemory(text, memMb);
    text.add("node=" + nodes).add("billing=" + cpus);
    addGpus(text, gpusByType);
    return text.toString();
  }

  /** What a node or partition has. */
  static String ofNodes(int cpus, long memMb, int nodes, Map<String, Integer> gpusByType) {
    StringJoiner text = new StringJoiner(",");
    text.add("cpu=" + cpus);
    addMemory(text, memMb);
    if (nodes > 0) {
      text.add("node=" + nodes);
    }
    text.add("billing=" + cpus);
    addGpus(text, gpusByType);
    return text.toString();
  }

  /** What is in use on a node; empty where nothing is. */
  static String used(int cpus, long memMb, String gpuType, int gpus) {
    if (cpus == 0) {
      return "";
    }
    StringJoiner text = new StringJoiner(",");
    text.add("cpu=" + cpus);
    addMemory(text, memMb);
    addGpus(text, gpus > 0 ? Map.of(gpuType, gpus) : Map.of());
    return text.toString();
  }

  /** {@code gpu:a100:4}, or {@code gpu:4} for an untyped one. */
  static String gres(String type, int count) {
    return "gpu:" + (type.isEmpty() ? "" : type + ":") + count;
  }

  /** {@code gpu:a100:4(IDX:0-3)}. */
  static String gresWithIndexes(String type, List<Integer> indexes) {
    String ranges = indexes.isEmpty() ? "N/A" : ranges(indexes);
    return gres(type, indexes.size()) + "(IDX:" + ranges + ")";
  }

  private static String ranges(List<Integer> sorted) {
    List<String> ranges = new ArrayList<>();
    for (int i = 0; i < sorted.size(); ) {
      int last = i;
      while (last + 1 < sorted.size() && sorted.get(last + 1) == sorted.get(last) + 1) {
        last++;
      }
      ranges.add(last == i ? "" + sorted.get(i) : sorted.get(i) + "-" + sorted.get(last));
      i = last + 1;
    }
    return String.join(",", ranges);
  }

  private static void addMemory(StringJoiner text, long memMb) {
    if (memMb > 0) {
      text.add("mem=" + memory(memMb));
    }
  }

  private static void addGpus(StringJoiner text, Map<String, Integer> gpusByType) {
    int total = gpusByType.values().stream().mapToInt(Integer::intValue).sum();
    if (total > 0) {
      text.add("gres/gpu=" + total);
    }
    gpusByType.forEach(
        (type, count) -> {
          if (!type.isEmpty()) {
            text.add("gres/gpu:" + type + "=" + count);
          }
        });
  }
}
