package io.rltune.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Solves many times in one process, and on several threads. */
class EnduranceTest {
  private static final SolveLimits EXACT = new SolveLimits(60_000, 0);
  private static final int THREADS = 4;

  /** A SCIP that is not freed costs 2 MiB at least, so that a leak would show at once. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void memoryStaysFlatOverHundredsOfSolves() throws Exception {
    PlacementSolver solver = new ScipPlacement();
    solve(solver, 0, 60);
    System.gc();
    double before = SolveSoak.residentMib();

    solve(solver, 60, 260);

    System.gc();
    assertThat(SolveSoak.residentMib() - before).isLessThan(100);
  }

  private static void solve(PlacementSolver solver, int from, int to) {
    for (int seed = from; seed < to; seed++) {
      solver.solve(new RandomInstances(70_000 + seed).next(8, 14), List.of(), EXACT);
    }
  }

  @Test
  void fourThreadsWithAScipEachFindWhatOneFinds() throws Exception {
    List<PlacementInstance> instances = new ArrayList<>();
    List<Double> expected = new ArrayList<>();
    PlacementSolver alone = new ScipPlacement();
    for (int seed = 0; seed < 30; seed++) {
      RandomInstances random = new RandomInstances(80_000 + seed);
      PlacementInstance instance = seed % 2 == 0 ? random.next(6, 9) : random.nextWithExtras(4, 6);
      instances.add(instance);
      expected.add(alone.solve(instance, List.of(), EXACT).objective());
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      Callable<List<Double>> all =
          () -> {
            PlacementSolver own = new ScipPlacement();
            return instances.stream()
                .map(instance -> own.solve(instance, List.of(), EXACT).objective())
                .toList();
          };
      List<Future<List<Double>>> found = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        found.add(threads.submit(all));
      }
      for (Future<List<Double>> of : found) {
        for (int i = 0; i < expected.size(); i++) {
          assertThat(of.get().get(i)).as("instance %s", i).isCloseTo(expected.get(i), within(1e-6));
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
