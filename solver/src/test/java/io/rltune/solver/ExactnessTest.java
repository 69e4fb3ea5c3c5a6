package io.rltune.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.solver.PlacementResult.Status;
import java.util.List;
import jscip.Scip;
import org.junit.jupiter.api.Test;

/** The class model against the plain model, and that against trying everything. */
class ExactnessTest {
  private static final SolveLimits EXACT = new SolveLimits(20_000, 0);

  private final PlacementSolver classes = new ScipPlacement();
  private final PlacementSolver plain = new ScipPlacement(Scip::new, NodeModel::new);

  @Test
  void classModelEqualsThePlainModel() {
    int refined = 0;
    for (int seed = 0; seed < Integer.getInteger("rltune.exactness.seeds", 1500); seed++) {
      PlacementInstance instance = new RandomInstances(seed).next(6, 9);
      PlacementResult expected = plain.solve(instance, List.of(), EXACT);
      PlacementResult actual = classes.solve(instance, List.of(), EXACT);

      assertThat(actual.status()).as("seed %s", seed).isEqualTo(Status.OPTIMAL);
      assertThat(actual.objective())
          .as("seed %s", seed)
          .isCloseTo(expected.objective(), within(1e-6));
    }
  }
}
