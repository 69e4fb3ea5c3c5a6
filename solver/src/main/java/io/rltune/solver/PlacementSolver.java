package io.rltune.solver;

import io.rltune.model.Placement;
import java.util.List;

/**
 * Chooses which jobs start now, and on which nodes. Every answer has passed {@code PlanChecker}.
 */
public interface PlacementSolver {
  /**
   * Solves one instance. Never throws for a solver failure: the greedy answer is given instead and
   * {@link PlacementResult#note} says why.
   *
   * @param instance the problem
   * @param warmStart placements to start from (those that no longer fit are ignored); may be empty
   * @param limits when to stop
   * @throws IllegalArgumentException for a malformed instance, naming the thing, its value and its
   *     place
   */
  PlacementResult solve(PlacementInstance instance, List<Placement> warmStart, SolveLimits limits);
}
