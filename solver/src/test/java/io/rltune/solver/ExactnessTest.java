package io.rltune.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.solver.PlacementResult.Status;
import io.rltune.solver.Problem.Start;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The class model against the plain model, and both against trying everything. */
class ExactnessTest {
  private static final SolveLimits EXACT = new SolveLimits(20_000, 0);
  private static final int SEEDS = Integer.getInteger("rltune.exactness.seeds", 800);

  private final PlacementSolver classes = new ScipPlacement();
  private final PlacementSolver plain = new ScipPlacement(Solvers.OURS, NodeModel::new);

  @Test
  void classModelEqualsThePlainModel() {
    for (int seed = 0; seed < SEEDS; seed++) {
      PlacementInstance instance = new RandomInstances(seed).next(6, 9);
      assertEqual(instance, plain.solve(instance, List.of(), EXACT).objective(), "seed " + seed);
    }
  }

  @Test
  void bothEqualTryingEverything() {
    for (int seed = 0; seed < SEEDS / 3; seed++) {
      PlacementInstance instance = new RandomInstances(10_000 + seed).next(3, 4);
      double best = new Enumeration(instance).best();
      String name = "seed " + (10_000 + seed);

      assertEqual(instance, best, name);
      assertThat(plain.solve(instance, List.of(), EXACT).objective())
          .as(name)
          .isCloseTo(best, within(1e-6));
    }
  }

  /** Exclusive jobs, job slots, other resources, switches, GPU groups, reservations, all terms. */
  @Test
  void instancesWithExtrasEqualTryingEverything() {
    for (int seed = 0; seed < SEEDS; seed++) {
      PlacementInstance instance = new RandomInstances(50_000 + seed).nextWithExtras(3, 4);

      assertEqual(instance, new Enumeration(instance).best(), "seed " + (50_000 + seed));
    }
  }

  /** GPUs of two types on a node, jobs for one, either or both, units that come with GPUs. */
  @Test
  void instancesWithMixedNodesEqualTryingEverything() {
    for (int seed = 0; seed < SEEDS; seed++) {
      PlacementInstance instance = new RandomInstances(80_000 + seed).nextMixed(3, 4);

      assertEqual(instance, new Enumeration(instance).best(), "seed " + (80_000 + seed));
    }
  }

  /**
   * The bound of the prices must hold, whatever jobs ask for, and what is found must be allowed.
   */
  @Test
  void pricesBoundTheOptimum() {
    PlacementSolver pricesFirst = new ScipPlacement(Solvers.OURS, new LargeAlways());
    for (int seed = 0; seed < SEEDS / 5; seed++) {
      RandomInstances random = new RandomInstances(40_000 + seed);
      PlacementInstance instance = anyKind(random, seed, 6, 9);
      Problem problem = new Problem(instance);
      LagrangeBound prices = new LagrangeBound(problem, new NodeGroups(problem));
      prices.run(Deadline.in(SolveClock.WALL, 20_000_000));
      PlacementResult optimum = classes.solve(instance, List.of(), EXACT);
      PlacementResult found = pricesFirst.solve(instance, List.of(), EXACT);

      assertThat(prices.bound())
          .as("seed %s", 40_000 + seed)
          .isGreaterThanOrEqualTo(optimum.objective() - 1e-6);
      assertThat(found.objective())
          .as("seed %s", 40_000 + seed)
          .isCloseTo(optimum.objective(), within(1e-6));
    }
  }

  /** Another solver on the same models: they mean what we think, and SCIP's optimum is one. */
  @Test
  void highsFindsTheSameOptimum() {
    for (int seed = 0; seed < SEEDS / 4; seed++) {
      RandomInstances random = new RandomInstances(60_000 + seed);
      PlacementInstance instance = anyKind(random, seed, 4, 7);
      PlacementModel model = new NodeModel(new Problem(instance));

      assertEqual(
          instance, HighsRun.solve(model.milp(), 20, 0).objective(), "seed " + (60_000 + seed));
    }
  }

  private static PlacementInstance anyKind(
      RandomInstances random, int seed, int mostNodes, int mostJobs) {
    return switch (seed % 3) {
      case 0 -> random.next(mostNodes, mostJobs);
      case 1 -> random.nextWithExtras(mostNodes, mostJobs);
      default -> random.nextMixed(mostNodes, mostJobs);
    };
  }

  private static final class LargeAlways implements ScipPlacement.FirstModel {
    @Override
    public PlacementModel make(Problem problem) {
      return problem.isPlain() ? new ClassModel(problem) : new NodeModel(problem);
    }

    @Override
    public long size(Problem problem) {
      return ClassModelLimits.LARGE_MODEL + 1;
    }
  }

  @Test
  void greedyNeverBeatsTheOptimum() {
    for (int seed = 0; seed < SEEDS / 5; seed++) {
      RandomInstances random = new RandomInstances(20_000 + seed);
      PlacementInstance instance = anyKind(random, seed, 8, 14);
      PlacementResult greedy = new GreedyPlacement().solve(instance, List.of(), EXACT);
      PlacementResult optimum = classes.solve(instance, List.of(), EXACT);

      assertThat(greedy.objective())
          .as("seed %s", 20_000 + seed)
          .isLessThanOrEqualTo(optimum.objective() + 1e-9);
      assertThat(optimum.status()).isEqualTo(Status.OPTIMAL);
    }
  }

  /** Encoding is what a warm start lives on: the point must be feasible and worth the same. */
  @Test
  void encodedStartsAreFeasiblePointsOfTheSameWorth() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Problem problem = new Problem(new RandomInstances(30_000 + seed).next(8, 14));
      List<Start> starts = new GreedyFill(problem).run(List.of());
      double worth = GreedyPlacement.objective(problem, starts);
      for (PlacementModel model : List.of(new ClassModel(problem), new NodeModel(problem))) {
        double[] point = model.encode(starts);
        String name = model.getClass().getSimpleName() + " at seed " + (30_000 + seed);

        assertThat(model.milp().objective(point)).as(name).isCloseTo(worth, within(1e-9));
        for (MilpModel.Row row : model.milp().rows()) {
          assertThat(row.activity(point)).as(name).isBetween(row.least() - 1e-3, row.most() + 1e-3);
        }
      }
    }
  }

  /** The same where nodes and jobs have what few have: it is what a warm start lives on there. */
  @Test
  void encodedStartsOnMixedNodesAreFeasiblePointsOfTheSameWorth() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Problem problem = new Problem(new RandomInstances(90_000 + seed).nextMixed(8, 14));
      List<Start> starts = new GreedyFill(problem).run(List.of());
      PlacementModel model = new NodeModel(problem);
      double[] point = model.encode(starts);

      assertThat(model.milp().objective(point))
          .as("seed %s", 90_000 + seed)
          .isCloseTo(GreedyPlacement.objective(problem, starts), within(1e-9));
      for (MilpModel.Row row : model.milp().rows()) {
        assertThat(row.activity(point))
            .as("seed %s", 90_000 + seed)
            .isBetween(row.least() - 1e-3, row.most() + 1e-3);
      }
    }
  }

  /** Every point that is laid out with loss costs a second solve, node by node. */
  @Test
  void layoutRarelyLosesAJob() {
    int lossy = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Problem problem = new Problem(new RandomInstances(30_000 + seed).next(8, 14));
      List<Start> starts = new GreedyFill(problem).run(List.of());
      double worth = GreedyPlacement.objective(problem, starts);
      PlacementModel nodes = new NodeModel(problem);
      PlacementModel classes = new ClassModel(problem);

      assertThat(GreedyPlacement.objective(problem, nodes.decode(nodes.encode(starts))))
          .isCloseTo(worth, within(1e-9));
      List<Start> laid = classes.decode(classes.encode(starts));
      if (GreedyPlacement.objective(problem, laid) < worth - 1e-9) {
        lossy++;
      }
    }
    assertThat(lossy).isLessThan(SEEDS / 50);
  }

  private void assertEqual(PlacementInstance instance, double expected, String name) {
    PlacementResult actual = classes.solve(instance, List.of(), EXACT);
    assertThat(actual.status()).as(name).isEqualTo(Status.OPTIMAL);
    assertThat(actual.objective()).as(name).isCloseTo(expected, within(1e-6));
  }
}
