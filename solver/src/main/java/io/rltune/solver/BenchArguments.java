package io.rltune.solver;

import java.util.ArrayList;
import java.util.List;

/**
 * Arguments of the solver benchmark.
 *
 * @param seeds instances of each size, at least 1
 * @param limits of each solve
 * @param clock what the time limit counts by
 * @param solves solves of one size in a row for a look at memory; 0 for the comparison
 * @param second whether the per-node model and HiGHS run beside
 * @param sizes gpus/jobs, with {@code d} or {@code g} in front
 */
record BenchArguments(
    int seeds,
    SolveLimits limits,
    SolveClock clock,
    int solves,
    boolean second,
    List<String> sizes) {
  private static final List<String> SIZES =
      List.of(
          "256/128",
          "1024/512",
          "4096/512",
          "g256/128",
          "g1024/512",
          "g4096/512",
          "d256/128",
          "d1024/512",
          "d4096/512");

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException naming the argument and what is expected
   */
  static BenchArguments of(String[] args) {
    List<String> positional = new ArrayList<>();
    SolveClock clock = SolveClock.WALL;
    int solves = 0;
    boolean second = true;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--clock" -> clock = clock(value(args, ++i));
        case "--solves" -> solves = (int) number("--solves", value(args, ++i), 1);
        case "--alone" -> second = false;
        default -> positional.add(args[i]);
      }
    }
    int seeds = positional.isEmpty() ? 5 : (int) number("SEEDS", positional.get(0), 1);
    long limitMs = positional.size() < 2 ? 200 : (long) number("LIMIT_MS", positional.get(1), 1);
    double gap = positional.size() < 3 ? 5e-3 : number("GAP", positional.get(2), 0);
    List<String> sizes = positional.size() < 4 ? SIZES : positional.subList(3, positional.size());
    sizes.forEach(BenchArguments::checkSize);
    return new BenchArguments(
        seeds, new SolveLimits(limitMs, gap), clock, solves, second, List.copyOf(sizes));
  }

  private static String value(String[] args, int at) {
    if (at >= args.length) {
      throw new IllegalArgumentException("bench solver: " + args[at - 1] + " needs a value");
    }
    return args[at];
  }

  private static SolveClock clock(String name) {
    return switch (name) {
      case "wall" -> SolveClock.WALL;
      case "cpu" -> SolveClock.THREAD_CPU;
      default ->
          throw new IllegalArgumentException(
              "bench solver: --clock = '" + name + "' is unknown; use wall or cpu");
    };
  }

  private static double number(String name, String text, double least) {
    try {
      double value = Double.parseDouble(text);
      if (value >= least && value <= Integer.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, with what is too small.
    }
    throw new IllegalArgumentException(
        "bench solver: " + name + " = '" + text + "' is not a number from " + least + " on");
  }

  private static void checkSize(String size) {
    if (!size.matches("[dg]?[1-9]\\d{0,5}/[1-9]\\d{0,5}")) {
      throw new IllegalArgumentException(
          "bench solver: size '" + size + "' is not GPUS/JOBS, such as 1024/512 or d256/128");
    }
  }
}
