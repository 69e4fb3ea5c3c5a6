package io.rltune.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.solver.Problem.Start;
import java.util.List;
import jscip.Scip;
import org.junit.jupiter.api.Test;

/**
 * Relaxation, reduced costs, restriction, dive and tree search on thousands of small instances of
 * every kind.
 */
class RelaxationTest {
  private static final SolveLimits EXACT = new SolveLimits(20_000, 0);
  private static final int SEEDS = Integer.getInteger("rltune.exactness.seeds", 800);

  /** Answers without any relaxation: what the new way is held against. */
  private final PlacementSolver plain =
      new ScipPlacement(
          new Solvers(
              Scip::new,
              (model, deadline) -> {
                throw new jscip.ScipUnavailableException("left out");
              }),
          NodeModel::new);

  private static Deadline soon() {
    return Deadline.in(SolveClock.WALL, 20_000_000_000L);
  }

  private static Deadline over() {
    return Deadline.in(SolveClock.WALL, 0);
  }

  private static PlacementInstance instance(int seed) {
    RandomInstances random = new RandomInstances(120_000 + seed);
    return switch (seed % 3) {
      case 0 -> random.next(6, 9);
      case 1 -> random.nextWithExtras(3, 4);
      default -> random.nextMixed(3, 4);
    };
  }

  private static PlacementModel exactModel(Problem problem) {
    return problem.isPlain() ? new ClassModel(problem) : new NodeModel(problem);
  }

  @Test
  void boundHoldsAndTheOptimumIsAmongWhatIsKept() {
    for (int seed = 0; seed < SEEDS; seed++) {
      String name = "seed " + (120_000 + seed);
      PlacementInstance instance = instance(seed);
      Problem problem = new Problem(instance);
      PlacementModel model = exactModel(problem);
      PlacementResult optimum = plain.solve(instance, List.of(), EXACT);
      List<Start> starts = optimum.placements().stream().map(problem::toStart).toList();
      List<Start> greedy = GreedyPlacement.best(problem, List.of());
      try (Relaxation relaxation = new Relaxation(model.milp(), soon())) {
        assertThat(relaxation.solve()).as(name).isTrue();
        ReducedCosts costs = relaxation.reducedCosts();
        Restriction kept =
            new Restriction(
                model.milp(), costs.better(GreedyPlacement.objective(problem, greedy) - 1e-9));
        double[] inside = kept.inside(model.encode(starts));

        assertThat(costs.bound())
            .as(name)
            .isGreaterThanOrEqualTo(optimum.objective() - 1e-9)
            .isCloseTo(relaxation.objective(), within(1e-6 * Math.max(1, relaxation.objective())));
        assertThat(inside).as(name).isNotNull();
        assertThat(kept.model().objective(inside) + kept.fixedWorth())
            .as(name)
            .isCloseTo(optimum.objective(), within(1e-9));
        assertThat(kept.whole(inside)).as(name).containsExactly(model.encode(starts));
        assertFeasible(kept.model(), inside, name);
        // The checker throws where a start breaks a rule.
        assertThat(GreedyPlacement.objective(problem, model.near(relaxation.values())))
            .as(name)
            .isLessThanOrEqualTo(optimum.objective() + 1e-6);
      }
    }
  }

  /** A relaxation that is stopped early has a weak bound, but a proven one. */
  @Test
  void boundHoldsWhereTheTimeIsOver() {
    for (int seed = 0; seed < 6; seed++) {
      PlacementInstance instance = BenchInstances.generalCluster(4096, 512, seed);
      PlacementModel model = new ClassModel(new Problem(instance));
      try (Relaxation hasty = new Relaxation(model.milp(), over());
          Relaxation whole = new Relaxation(model.milp(), soon())) {
        assertThat(hasty.solve()).as("seed %s", seed).isFalse();
        assertThat(whole.solve()).as("seed %s", seed).isTrue();
        assertThat(hasty.reducedCosts().bound())
            .as("seed %s", seed)
            .isGreaterThanOrEqualTo(whole.objective() - 1e-6);
      }
    }
  }

  @Test
  void divesEndAtPointsThatKeepEveryRow() {
    int found = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      String name = "seed " + (120_000 + seed);
      PlacementModel model = exactModel(new Problem(instance(seed)));
      try (Relaxation relaxation = new Relaxation(model.milp(), soon())) {
        assertThat(relaxation.solve()).as(name).isTrue();
        double bound = relaxation.reducedCosts().bound();
        double[] point = new Dive(model.milp(), relaxation, Box.of(model.milp())).run(-1, soon());
        if (point != null) {
          found++;
          assertFeasible(model.milp(), point, name);
          assertThat(model.milp().objective(point)).as(name).isLessThanOrEqualTo(bound);
        }
      }
    }
    assertThat(found).isGreaterThan(SEEDS * 9 / 10);
  }

  @Test
  void treeSearchEndsAtTheOptimum() {
    int exact = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      String name = "seed " + (120_000 + seed);
      PlacementInstance instance = instance(seed);
      Problem problem = new Problem(instance);
      PlacementModel model = exactModel(problem);
      double optimum = plain.solve(instance, List.of(), EXACT).objective();
      Incumbent incumbent = new Incumbent(problem, List.of());
      double bound = tree(model, incumbent, soon());

      assertThat(bound).as(name).isGreaterThanOrEqualTo(optimum - 1e-9);
      assertThat(incumbent.objective()).as(name).isLessThanOrEqualTo(optimum + 1e-6);
      if (model instanceof NodeModel) {
        assertThat(incumbent.objective()).as(name).isCloseTo(optimum, within(1e-6));
        assertThat(bound).as(name).isCloseTo(optimum, within(1e-6 * Math.max(1, optimum)));
      }
      exact += bound - incumbent.objective() < 1e-6 * Math.max(1, optimum) ? 1 : 0;
    }
    // The class model may need the model of single nodes after it.
    assertThat(exact).isGreaterThan(SEEDS * 9 / 10);
  }

  /** A search that is cut short has what it has, and a proven bound. */
  @Test
  void treeSearchBoundHoldsWhereTheTimeIsOver() {
    for (int seed = 0; seed < 6; seed++) {
      Problem problem = new Problem(BenchInstances.generalCluster(256, 128, seed));
      PlacementModel model = new ClassModel(problem);
      Incumbent hasty = new Incumbent(problem, GreedyPlacement.best(problem, List.of()));
      Incumbent patient = new Incumbent(problem, List.of());
      double root = tree(model, hasty, over());
      double few = tree(model, hasty, Deadline.in(SolveClock.WALL, 20_000_000));
      double all = tree(model, patient, soon());

      assertThat(root).as("seed %s", seed).isGreaterThanOrEqualTo(few);
      assertThat(few).as("seed %s", seed).isGreaterThanOrEqualTo(patient.objective() - 1e-9);
      assertThat(all).as("seed %s", seed).isCloseTo(patient.objective(), within(1e-4));
    }
  }

  private static double tree(PlacementModel model, Incumbent incumbent, Deadline deadline) {
    try (Relaxation relaxation = new Relaxation(model.milp(), soon())) {
      assertThat(relaxation.solve()).isTrue();
      ReducedCosts costs = relaxation.reducedCosts();
      return new TreeSearch(model, relaxation, incumbent, 1e-7, deadline).run(costs);
    }
  }

  @Test
  void restrictionKeepsARowThatItsFixedVariablesBreak() {
    MilpModel model = new MilpModel();
    int x = model.integer(0, 3, 1);
    int y = model.integer(0, 3, 1);
    model.atMost(2).add(x, 1);
    model.atMost(5).add(x, 1).add(y, 1);
    Box box = Box.of(model);
    box.lower()[x] = 3;

    Restriction broken = new Restriction(model, box);

    assertThat(broken.model().rows().get(0).most()).isEqualTo(-1);
    assertThat(broken.inside(new double[] {2, 1})).isNull();
    assertThat(broken.inside(new double[] {3, 1})).containsExactly(1, 0);
    assertThat(ScipRun.solve(Scip::new, broken.model(), null, soon(), 0).point()).isNull();
  }

  private static void assertFeasible(MilpModel model, double[] point, String name) {
    for (int i = 0; i < point.length; i++) {
      assertThat(point[i])
          .as(name)
          .isBetween(model.columns().get(i).lower(), model.columns().get(i).upper());
    }
    for (MilpModel.Row row : model.rows()) {
      assertThat(row.activity(point)).as(name).isBetween(row.least() - 1e-3, row.most() + 1e-3);
    }
  }
}
