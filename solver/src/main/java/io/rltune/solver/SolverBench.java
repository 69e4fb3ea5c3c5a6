package io.rltune.solver;

import io.rltune.solver.PlacementResult.Status;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Times the backends on made-up busy clusters, and beside them the plain per-node model and HiGHS
 * on the exact model; or solves very often and looks at memory. Arguments: seeds per size (5), time
 * limit in milliseconds (200), relative gap (0.005), then sizes as gpus/jobs, with {@code g} in
 * front for any GPU counts and {@code d} for users who all ask for something else. {@code --clock
 * cpu} counts CPU time, {@code --alone} leaves the other models out, {@code --solves N} looks at
 * memory.
 */
public final class SolverBench {
  /** A daemon's code is compiled after some cycles; that is what is measured. */
  private static final int WARM_UP = 12;

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private SolverBench() {}

  public static void main(String[] args) throws IOException {
    BenchArguments of = BenchArguments.of(args);
    if (of.solves() > 0) {
      for (String size : of.sizes()) {
        SolveSoak.run(System.out, size, of.solves(), of.limits());
      }
      return;
    }
    System.out.printf(
        "%-10s %-7s %9s %9s %9s %9s %10s %9s %9s %9s %9s%n",
        "gpus/jobs",
        "backend",
        "median ms",
        "p95 ms",
        "max ms",
        "cpu ms",
        "below best",
        "gap med",
        "gap p95",
        "gap max",
        "solved");
    for (String size : of.sizes()) {
      run(System.out, size, of);
    }
  }

  static PlacementInstance instance(String size, int seed) {
    boolean plain = Character.isDigit(size.charAt(0));
    String[] parts = size.substring(plain ? 0 : 1).split("/", -1);
    int gpus = Integer.parseInt(parts[0]);
    int jobs = Integer.parseInt(parts[1]);
    return switch (size.charAt(0)) {
      case 'd' -> BenchInstances.diverseCluster(gpus, jobs, seed);
      case 'g' -> BenchInstances.generalCluster(gpus, jobs, seed);
      default -> BenchInstances.busyCluster(gpus, jobs, seed);
    };
  }

  private static void run(PrintStream out, String size, BenchArguments of) {
    int seeds = of.seeds();
    SolveLimits limits = of.limits();
    PlacementSolver solver = new ScipPlacement(of.clock());
    Series scip = new Series(seeds);
    Series greedy = new Series(seeds);
    Series perNode = new Series(seeds);
    Series highs = new Series(seeds);
    for (int i = 1; i <= WARM_UP; i++) {
      solver.solve(instance(size, -i), List.of(), limits);
    }
    for (int seed = 0; seed < seeds; seed++) {
      PlacementInstance instance = instance(size, seed);
      long before = CLOCK.getCurrentThreadCpuTime();
      PlacementResult exact = solver.solve(instance, List.of(), limits);
      long between = CLOCK.getCurrentThreadCpuTime();
      PlacementResult quick = new GreedyPlacement().solve(instance, List.of(), limits);
      long after = CLOCK.getCurrentThreadCpuTime();
      double best = Math.max(exact.objective(), quick.objective());
      scip.add(exact, best, between - before);
      greedy.add(quick, best, after - between);
      if (of.second()) {
        SecondOpinion second = new SecondOpinion(instance, limits);
        perNode.addIfThere(second.perNode(), best);
        highs.addIfThere(second.highs(), best);
      }
    }
    scip.print(out, size, "scip");
    greedy.print(out, size, "greedy");
    if (of.second()) {
      perNode.print(out, size, "nodes");
      highs.print(out, size, "highs");
    }
  }

  /** Results of one backend at one size. */
  private static final class Series {
    private static final double MOST_PERCENT = 10_000;

    private final double[] millis;
    private final double[] cpuMillis;
    private double loss;
    private final double[] gaps;
    private int solved;
    private int size;

    Series(int capacity) {
      millis = new double[capacity];
      cpuMillis = new double[capacity];
      gaps = new double[capacity];
    }

    void add(PlacementResult result, double best, long cpuNanos) {
      cpuMillis[size] = cpuNanos / 1e6;
      gaps[size] = 100 * result.gap();
      millis[size++] = result.solveMs();
      loss += 100 * (best - result.objective()) / Math.max(1e-9, best);
      solved += result.status() == Status.OPTIMAL || result.status() == Status.GAP ? 1 : 0;
    }

    void addIfThere(PlacementResult result, double best) {
      if (result != null) {
        add(result, best, (long) (result.solveMs() * 1e6));
      }
    }

    void print(PrintStream out, String of, String backend) {
      if (size == 0) {
        out.printf(
            "%-10s %-7s %s%n",
            of, backend, "left out: more variables than " + SecondOpinion.MOST_VARIABLES);
        return;
      }
      double[] sorted = sorted(millis);
      out.printf(
          Locale.ROOT,
          "%-10s %-7s %9.1f %9.1f %9.1f %9.1f %9.4f%% %9s %9s %9s %6d/%d%n",
          of,
          backend,
          sorted[size / 2],
          sorted[(int) Math.ceil(0.95 * size) - 1],
          sorted[size - 1],
          sorted(cpuMillis)[size / 2],
          loss / size,
          percent(sorted(gaps)[size / 2]),
          percent(sorted(gaps)[(int) Math.ceil(0.95 * size) - 1]),
          percent(sorted(gaps)[size - 1]),
          solved,
          size);
    }

    /** A gap in per cent; a bound that is no bound to speak of is none. */
    private static String percent(double gap) {
      return gap < MOST_PERCENT ? String.format(Locale.ROOT, "%.4f%%", gap) : "no bound";
    }

    private double[] sorted(double[] values) {
      double[] sorted = Arrays.copyOf(values, size);
      Arrays.sort(sorted);
      return sorted;
    }
  }
}
