package io.rltune.solver;

import io.rltune.solver.PlacementResult.Status;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Times the backends on made-up busy clusters, and beside them the plain per-node model and HiGHS
 * on the exact model. Arguments: seeds per size (5), time limit in milliseconds (2000), relative
 * gap (0.001), then sizes as gpus/jobs, with {@code d} in front for users who all ask for something
 * else.
 */
public final class SolverBench {

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private SolverBench() {}

  public static void main(String[] args) {
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    long limitMs = args.length > 1 ? Long.parseLong(args[1]) : 2000;
    double gap = args.length > 2 ? Double.parseDouble(args[2]) : 1e-3;
    List<String> sizes =
        args.length > 3
            ? Arrays.asList(args).subList(3, args.length)
            : List.of("256/128", "1024/512", "4096/512", "d256/128", "d1024/512", "d4096/512");
    System.out.printf(
        "%-10s %-7s %9s %9s %9s %9s %10s %9s %9s %9s%n",
        "gpus/jobs",
        "backend",
        "median ms",
        "p95 ms",
        "max ms",
        "cpu ms",
        "below best",
        "gap p95",
        "gap max",
        "solved");
    for (String size : sizes) {
      run(System.out, size, seeds, new SolveLimits(limitMs, gap));
    }
  }

  private static PlacementInstance instance(String size, int seed) {
    boolean diverse = size.startsWith("d");
    String[] parts = size.substring(diverse ? 1 : 0).split("/", -1);
    int gpus = Integer.parseInt(parts[0]);
    int jobs = Integer.parseInt(parts[1]);
    return diverse
        ? BenchInstances.diverseCluster(gpus, jobs, seed)
        : BenchInstances.busyCluster(gpus, jobs, seed);
  }

  private static void run(PrintStream out, String size, int seeds, SolveLimits limits) {
    Series scip = new Series(seeds);
    Series greedy = new Series(seeds);
    Series perNode = new Series(seeds);
    Series highs = new Series(seeds);
    // The first solve of a JVM loads SCIP and compiles: no cycle of a daemon pays for that.
    solve("scip", instance(size, -1), limits);
    for (int seed = 0; seed < seeds; seed++) {
      PlacementInstance instance = instance(size, seed);
      long before = CLOCK.getCurrentThreadCpuTime();
      PlacementResult exact = solve("scip", instance, limits);
      long between = CLOCK.getCurrentThreadCpuTime();
      PlacementResult quick = solve("greedy", instance, limits);
      long after = CLOCK.getCurrentThreadCpuTime();
      double best = Math.max(exact.objective(), quick.objective());
      scip.add(exact, best, between - before);
      greedy.add(quick, best, after - between);
      SecondOpinion second = new SecondOpinion(instance, limits);
      perNode.addIfThere(second.perNode(), best);
      highs.addIfThere(second.highs(), best);
    }
    scip.print(out, size, "scip");
    greedy.print(out, size, "greedy");
    perNode.print(out, size, "nodes");
    highs.print(out, size, "highs");
  }

  private static PlacementResult solve(String backend, PlacementInstance of, SolveLimits limits) {
    return PlacementSolvers.create(backend).solve(of, List.of(), limits);
  }

  /** Results of one backend at one size. */
  private static final class Series {
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
          "%-10s %-7s %9.1f %9.1f %9.1f %9.1f %9.4f%% %8.4f%% %8.4f%% %6d/%d%n",
          of,
          backend,
          sorted[size / 2],
          sorted[(int) Math.ceil(0.95 * size) - 1],
          sorted[size - 1],
          sorted(cpuMillis)[size / 2],
          loss / size,
          sorted(gaps)[(int) Math.ceil(0.95 * size) - 1],
          sorted(gaps)[size - 1],
          solved,
          size);
    }

    private double[] sorted(double[] values) {
      double[] sorted = Arrays.copyOf(values, size);
      Arrays.sort(sorted);
      return sorted;
    }
  }
}
