package io.rltune.solver;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Many solves in one process: what native code does not give back shows in the resident memory. */
final class SolveSoak {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int ROWS = 10;
  private static final double MIB = 1 << 20;

  private SolveSoak() {}

  /** Resident memory of this process in MiB; of Linux. */
  static double residentMib() throws IOException {
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    throw new IOException(STATUS + " has no VmRSS");
  }

  /**
   * Solves one instance after the other and prints the memory ten times on the way.
   *
   * @param size as {@link SolverBench} reads it
   */
  static void run(PrintStream out, String size, int solves, SolveLimits limits) throws IOException {
    PlacementSolver solver = PlacementSolvers.create("scip");
    out.printf("%d solves of %s, at most %d ms each%n", solves, size, limits.timeLimitMs());
    out.printf("%8s %9s %9s %9s%n", "solves", "seconds", "RSS MiB", "heap MiB");
    long begin = System.nanoTime();
    int every = Math.max(1, solves / ROWS);
    for (int i = 1; i <= solves; i++) {
      solver.solve(SolverBench.instance(size, i), List.of(), limits);
      if (i % every == 0 || i == 1) {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        double heap = (runtime.totalMemory() - runtime.freeMemory()) / MIB;
        double seconds = (System.nanoTime() - begin) / 1e9;
        out.printf(Locale.ROOT, "%8d %9.1f %9.1f %9.1f%n", i, seconds, residentMib(), heap);
      }
    }
  }
}
