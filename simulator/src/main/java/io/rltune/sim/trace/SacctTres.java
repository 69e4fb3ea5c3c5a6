package io.rltune.sim.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The resources of a job in any of sacct's spellings: {@code cpu=4,gres/gpu:a100=2,gres/gpu=2,
 * mem=16G,node=1} (ReqTRES, AllocTRES), with the ids of the TRES table in place of names ({@code
 * 1=4,2=16384,4=1,1001=2}), or {@code gpu:a100:2} and {@code gres:gpu:2} (ReqGRES, AllocGRES up to
 * 20.11, counted over all nodes).
 *
 * @param gpus GPUs in total
 * @param gpuTypes their types; empty where the text names none
 * @param cpus CPUs in total, 0 where not named
 * @param nodes nodes, 0 where not named
 * @param memory memory as written, empty where not named
 */
record SacctTres(int gpus, List<String> gpuTypes, int cpus, int nodes, String memory) {
  static final SacctTres NONE = new SacctTres(0, List.of(), 0, 0, "");

  SacctTres {
    gpuTypes = List.copyOf(gpuTypes);
  }

  static SacctTres parse(String text) throws BadLineException {
    if (SacctText.isNothing(text) || text.equals("0")) {
      return NONE;
    }
    int cpus = 0;
    int nodes = 0;
    String memory = "";
    int total = 0;
    Map<String, Integer> typed = new LinkedHashMap<>();
    for (String item : split(text)) {
      int equals = item.indexOf('=');
      String name = equals < 0 ? item : item.substring(0, equals);
      String value = equals < 0 ? "" : item.substring(equals + 1);
      switch (name) {
        case "cpu", "1" -> cpus = SacctText.count(value, "cpu");
        case "mem", "2" -> memory = name.equals("2") ? value + "M" : value;
        case "node", "4" -> nodes = SacctText.count(value, "node");
        case "1001" -> total += SacctText.count(value, "gres/gpu");
        default -> {
          String gres = withoutPrefix(name);
          if (gres.equals("gpu") || gres.startsWith("gpu:")) {
            String[] parts = gres.split(":", -1);
            Gpu gpu = gpu(item, parts, value);
            if (gpu.type.isEmpty()) {
              total += gpu.count;
            } else if (gpu.count > 0) {
              typed.merge(gpu.type, gpu.count, Integer::sum);
            }
          }
        }
      }
    }
    // Slurm writes the total beside the typed counts; only what exceeds them is of another type.
    int named = typed.values().stream().mapToInt(Integer::intValue).sum();
    return new SacctTres(Math.max(total, named), List.copyOf(typed.keySet()), cpus, nodes, memory);
  }

  private record Gpu(String type, int count) {}

  /** {@code gpu=2}, {@code gpu:a100=2}, {@code gpu:2}, {@code gpu:a100:2}, {@code gpu:a100}. */
  private static Gpu gpu(String item, String[] parts, String value) throws BadLineException {
    if (!value.isEmpty()) {
      return new Gpu(parts.length > 1 ? parts[1] : "", SacctText.count(value, item));
    }
    String last = parts[parts.length - 1];
    if (parts.length > 1 && !last.isEmpty() && last.chars().allMatch(Character::isDigit)) {
      return new Gpu(parts.length > 2 ? parts[1] : "", SacctText.count(last, item));
    }
    return new Gpu(parts.length > 1 ? last : "", 1);
  }

  private static String withoutPrefix(String name) {
    return name.startsWith("gres/") || name.startsWith("gres:") ? name.substring(5) : name;
  }

  /** At commas outside parentheses, and without what is in them: {@code gpu:4(S:0,1)}. */
  private static List<String> split(String text) {
    List<String> items = new ArrayList<>();
    StringBuilder item = new StringBuilder();
    int depth = 0;
    for (char c : text.toCharArray()) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        items.add(item.toString().strip());
        item.setLength(0);
      } else if (depth == 0 && c != ')') {
        item.append(c);
      }
    }
    items.add(item.toString().strip());
    return items;
  }
}
