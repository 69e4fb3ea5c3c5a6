package io.rltune.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import io.rltune.solver.PlacementResult.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jscip.Scip;
import jscip.ScipUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementTest {
  private static final SolveLimits EXACT = new SolveLimits(20_000, 0);

  private final PlacementSolver scip = PlacementSolvers.create("scip");

  private PlacementResult solve(Fixtures fixtures) {
    PlacementResult result = scip.solve(fixtures.instance(), List.of(), EXACT);
    assertThat(result.note()).isEmpty();
    assertThat(result.status()).isEqualTo(Status.OPTIMAL);
    assertThat(result.gap()).isLessThanOrEqualTo(1e-9);
    assertThat(result.bound()).isGreaterThanOrEqualTo(result.objective());
    return result;
  }

  private static List<Long> started(PlacementResult result) {
    return result.placements().stream().map(Placement::jobId).toList();
  }

  @Test
  void placesNothingInAnEmptyInstance() {
    assertThat(solve(new Fixtures()).placements()).isEmpty();
    assertThat(solve(new Fixtures().node("n1", "a100", 8)).placements()).isEmpty();
    assertThat(solve(new Fixtures().job(1, 1)).placements()).isEmpty();
  }

  /** Greedy starts the 5 first and then nothing fits; 4 + 4 are worth more. */
  @Test
  void beatsGreedyWherePackingMatters() {
    Fixtures fixtures =
        new Fixtures()
            .node("n1", "a100", 8)
            .job(1, 5, j -> j.nodes(1, 1).priority(1.01))
            .job(2, 4, j -> j.nodes(1, 1))
            .job(3, 4, j -> j.nodes(1, 1));

    assertThat(started(solve(fixtures))).containsExactly(2L, 3L);
    assertThat(
            started(PlacementSolvers.create("greedy").solve(fixtures.instance(), List.of(), EXACT)))
        .containsExactly(1L);
  }

  @Test
  void packsOddSizesAcrossNodes() {
    Fixtures fixtures =
        new Fixtures()
            .node("n1", "a100", 8)
            .node("n2", "a100", 8)
            .job(1, 3, j -> j.nodes(1, 1))
            .job(2, 5, j -> j.nodes(1, 1))
            .job(3, 6, j -> j.nodes(1, 1))
            .job(4, 2, j -> j.nodes(1, 1));

    assertThat(solve(fixtures).objective()).isCloseTo(16, within(1e-9));
  }

  @Test
  void spreadsALargeJobOverManyNodes() {
    Fixtures fixtures = new Fixtures().job(1, 96);
    for (int n = 0; n < 13; n++) {
      fixtures.node("n" + n, "a100", 8);
    }

    PlacementResult result = solve(fixtures);

    assertThat(result.placements().get(0).gpusByNode()).hasSize(12);
    assertThat(result.objective()).isCloseTo(96 - 11 * 0.05, within(1e-9));
  }

  @Test
  void keepsToTheNodeRange() {
    Fixtures fixtures =
        new Fixtures()
            .node("n1", "a100", 8)
            .node("n2", "a100", 8)
            .node("n3", "a100", 8)
            .job(1, 7, j -> j.nodes(3, 3));

    assertThat(solve(fixtures).placements().get(0).gpusByNode()).hasSize(3);
  }

  @Test
  void givesTheSameNumberOfGpusOnEachNodeWhenAsked() {
    Fixtures fixtures =
        new Fixtures()
            .node("n1", "a100", 8)
            .node("n2", "a100", 4)
            .node("n3", "a100", 3)
            .job(1, 8, j -> j.perNode(4).nodes(2, 2));

    assertThat(solve(fixtures).placements().get(0).gpusByNode())
        .isEqualTo(Map.of("n1", 4, "n2", 4));
  }

  /** The class model would put both chunks of the job on the one node. */
  @Test
  void doesNotCountOneNodeTwice() {
    Fixtures fixtures =
        new Fixtures()
            .node("n1", "a100", 8)
            .node("n2", "a100", 1)
            .job(1, 8, j -> j.perNode(4).nodes(2, 2))
            .job(2, 1);

    assertThat(started(solve(fixtures))).containsExactly(2L);
  }

  @Test
  void choosesTheFasterType() {
    Fixtures fixtures =
        new Fixtures()
            .node("n1", "v100", 4)
            .node("n2", "a100", 4)
            .job(1, 4, j -> j.speeds(Map.of("a100", 1.0, "v100", 0.4)));

    assertThat(solve(fixtures).placements().get(0).gpusByNode()).containsOnlyKeys("n2");
  }

  @Test
  void keepsFractionalCpusAndMemoryWithinEachNode() {
    // Each job needs 10.67 CPUs: exactly three fit 32, and not four 40.
    Fixtures fixtures = new Fixtures().node("n1", "a100", 8, 32, 1_000_000);
    for (int j = 1; j <= 4; j++) {
      fixtures.job(j, 1, s -> s.needs(32 / 3.0, 0));
    }
    assertThat(solve(fixtures).placements()).hasSize(3);

    Fixtures memory = new Fixtures().node("n1", "a100", 8, 1000, 10_000);
    for (int j = 1; j <= 4; j++) {
      memory.job(j, 1, s -> s.needs(0, 10_000 / 3.0));
    }
    assertThat(solve(memory).placements()).hasSize(3);
  }

  @Test
  void placesCpuOnlyJobsWithoutGpus() {
    Fixtures fixtures =
        new Fixtures()
            .node("c1", "", 0, 16, 64_000)
            .node("n1", "a100", 8, 16, 64_000)
            .job(
                1,
                0,
                j -> j.nodes(1, 1).needs(12, 0).speeds(Map.of("", 1.0, "a100", 0.5)).priority(1.1))
            .job(2, 0, j -> j.nodes(1, 1).needs(12, 0).speeds(Map.of("", 1.0, "a100", 0.5)))
            .job(3, 8, j -> j.needs(2, 0));

    PlacementResult result = solve(fixtures);

    assertThat(started(result)).containsExactly(1L, 3L);
    assertThat(result.placements().get(0).gpusByNode()).isEqualTo(Map.of("c1", 0));
  }

  @Test
  void honoursFeaturesNodeListsAndCaps() {
    Fixtures fixtures =
        new Fixtures()
            .node("n1", "a100", 8, 100, 100_000, "ib")
            .node("n2", "a100", 8, 100, 100_000)
            .job(1, 2, j -> j.features("ib").priority(2))
            .job(2, 2, j -> j.allowed("n2").account("y"))
            .job(3, 4, j -> j.features("ib").allowed("n2"))
            .job(4, 3)
            .job(5, 2)
            .cap("x", 5);

    PlacementResult result = solve(fixtures);

    assertThat(started(result)).doesNotContain(3L);
    assertThat(result.placements().get(0).gpusByNode()).containsOnlyKeys("n1");
    assertThat(result.placements().get(1).gpusByNode()).containsOnlyKeys("n2");
    assertThat(result.objective()).isGreaterThan(7 - 1);
  }

  /** A job worth less than what its node's idle GPUs cost. */
  @Test
  void leavesAJobThatCostsMoreThanItIsWorth() {
    Fixtures fixtures =
        new Fixtures().weights(0.5, 0).node("n1", "a100", 8).job(1, 1, j -> j.priority(0.1));

    assertThat(solve(fixtures).placements()).isEmpty();
    // Priority 0 is worth starting where it fills a touched node.
    fixtures.job(2, 5).job(3, 2, j -> j.priority(0));
    assertThat(started(solve(fixtures))).containsExactly(1L, 2L, 3L);
  }

  @Test
  void givesTheSameAnswerEveryTime() {
    PlacementInstance instance = BenchInstances.busyCluster(64, 32, 3);
    SolveLimits limits = new SolveLimits(20_000, 1e-3);
    List<Placement> first = scip.solve(instance, List.of(), limits).placements();

    for (int i = 0; i < 3; i++) {
      assertThat(scip.solve(instance, List.of(), limits).placements()).isEqualTo(first);
    }
    assertThat(started(scip.solve(instance, List.of(), limits))).isSorted();
  }

  @Test
  void keepsAWarmStartThatIsBetterAndIgnoresWhatNoLongerFits() {
    Fixtures fixtures =
        new Fixtures()
            .node("n1", "a100", 8)
            .job(1, 5, j -> j.nodes(1, 1).priority(1.01))
            .job(2, 4, j -> j.nodes(1, 1))
            .job(3, 4, j -> j.nodes(1, 1));
    List<Placement> warmStart =
        List.of(
            new Placement(2, Map.of("n1", 4)),
            new Placement(3, Map.of("n1", 4)),
            new Placement(3, Map.of("n1", 4)),
            new Placement(1, Map.of("gone", 5)),
            new Placement(77, Map.of("n1", 1)));

    PlacementResult result =
        PlacementSolvers.create("greedy").solve(fixtures.instance(), warmStart, EXACT);

    assertThat(started(result)).containsExactly(2L, 3L);
    assertThat(started(scip.solve(fixtures.instance(), warmStart, EXACT))).containsExactly(2L, 3L);
  }

  private static Scip noScip() {
    throw new ScipUnavailableException("no libscip here");
  }

  private static Relaxation noHighs(MilpModel model, Deadline deadline) {
    throw new ScipUnavailableException("no libhighs here");
  }

  @Test
  void fallsBackToGreedyWithoutTheLibraries() {
    PlacementSolver broken =
        new ScipPlacement(
            new Solvers(PlacementTest::noScip, PlacementTest::noHighs), ClassModel::new);
    PlacementInstance instance = BenchInstances.busyCluster(64, 32, 1);

    PlacementResult result = broken.solve(instance, List.of(), EXACT);

    assertThat(result.status()).isEqualTo(Status.HEURISTIC);
    assertThat(result.note()).isEqualTo("no libscip here");
    assertThat(result.bound()).isNaN();
    assertThat(result.placements())
        .isNotEmpty()
        .isEqualTo(new GreedyPlacement().solve(instance, List.of(), EXACT).placements());
  }

  @Test
  void needsEitherLibraryOnly() {
    PlacementInstance instance = BenchInstances.busyCluster(64, 32, 1);
    double optimum = scip.solve(instance, List.of(), EXACT).objective();

    PlacementResult withoutHighs =
        new ScipPlacement(new Solvers(Scip::new, PlacementTest::noHighs), ClassModel::new)
            .solve(instance, List.of(), EXACT);
    PlacementResult withoutScip =
        new ScipPlacement(Solvers.with(PlacementTest::noScip), ClassModel::new)
            .solve(instance, List.of(), EXACT);

    assertThat(withoutHighs.status()).isEqualTo(Status.OPTIMAL);
    assertThat(withoutHighs.objective()).isCloseTo(optimum, within(1e-6));
    assertThat(withoutScip.status()).isEqualTo(Status.HEURISTIC);
    assertThat(withoutScip.note()).isEqualTo("no libscip here");
    assertThat(withoutScip.objective())
        .isLessThanOrEqualTo(optimum + 1e-6)
        .isGreaterThan(new GreedyPlacement().solve(instance, List.of(), EXACT).objective() - 1e-9);
  }

  @Test
  void fallsBackToGreedyWhenScipFails() {
    PlacementSolver broken =
        new ScipPlacement(
            Solvers.with(
                () -> {
                  Scip freed = new Scip();
                  freed.create("x");
                  freed.free();
                  return freed;
                }),
            ClassModel::new);

    PlacementResult result = broken.solve(BenchInstances.busyCluster(64, 32, 1), List.of(), EXACT);

    assertThat(result.status()).isEqualTo(Status.HEURISTIC);
    assertThat(result.note()).startsWith("MILP failed").contains("created already");
    assertThat(result.placements()).isNotEmpty();
  }

  @Test
  void stopsAtTheTimeLimitWithABound() {
    PlacementInstance instance = BenchInstances.diverseCluster(256, 128, 1);

    PlacementResult result = scip.solve(instance, List.of(), new SolveLimits(1500, 0));

    assertThat(result.status()).isEqualTo(Status.TIME_LIMIT);
    assertThat(result.solveMs()).isLessThan(10_000);
    assertThat(result.gap()).isPositive();
    assertThat(result.bound()).isGreaterThan(result.objective());

    PlacementResult hasty = scip.solve(instance, List.of(), new SolveLimits(1, 0));
    assertThat(hasty.status()).isEqualTo(Status.TIME_LIMIT);
    assertThat(hasty.note()).contains("left out: it needs more time");
    assertThat(hasty.bound()).isGreaterThan(hasty.objective());
    assertThat(hasty.placements()).isNotEmpty();
  }

  /** The everyday state of a long queue, in no time at all, with a proof. */
  @Test
  void whereNothingFitsNothingIsTheOptimum() {
    PlacementInstance busy = BenchInstances.busyCluster(256, 128, 1);
    List<PlaceableNode> full =
        busy.nodes().stream()
            .map(
                node ->
                    new PlaceableNode(
                        node.name(), node.gpuType(), 0, node.gpusTotal(), 8, 64_000, Set.of()))
            .toList();

    PlacementResult result =
        scip.solve(
            new PlacementInstance(full, busy.jobs(), Map.of(), busy.fragmentation(), busy.spread()),
            List.of(),
            new SolveLimits(1, 0));

    assertThat(result.status()).isEqualTo(Status.OPTIMAL);
    assertThat(result.placements()).isEmpty();
    assertThat(result.note()).isEmpty();
  }

  @Test
  void solvesAnEverydayClusterToASmallGap() {
    PlacementInstance instance = BenchInstances.busyCluster(256, 128, 1);

    PlacementResult result = scip.solve(instance, List.of(), new SolveLimits(20_000, 1e-3));

    assertThat(result.status()).isIn(Status.GAP, Status.OPTIMAL);
    assertThat(result.gap()).isLessThanOrEqualTo(1e-3);
    assertThat(result.objective())
        .isGreaterThan(new GreedyPlacement().solve(instance, List.of(), EXACT).objective());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cplex", "SCIP", ""})
  void refusesAnUnknownBackend(String backend) {
    assertThatThrownBy(() -> PlacementSolvers.create(backend))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("solver backend '" + backend + "' is unknown; use scip or greedy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"scip", "greedy"})
  void refusesAMalformedInstance(String backend) {
    PlacementInstance instance =
        new Fixtures().node("n1", "a100", 8).node("n1", "a100", 8).instance();

    assertThatThrownBy(() -> PlacementSolvers.create(backend).solve(instance, List.of(), EXACT))
        .hasMessageContaining("nodes[1] (n1).name = n1");
  }
}
