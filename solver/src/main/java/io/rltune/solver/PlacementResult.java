package io.rltune.solver;

import io.rltune.model.Placement;
import java.util.List;

/**
 * Answer to a {@link PlacementInstance}.
 *
 * @param status how the answer stands
 * @param objective value of the placements, by the independent checker
 * @param bound proven upper bound, or NaN for a heuristic answer
 * @param gap relative gap between bound and objective, or NaN for a heuristic answer
 * @param solveMs wall time in milliseconds, model building and decoding included
 * @param placements the started jobs, by job id
 * @param note empty, or why the answer is not what was asked for (solver error, missing library,
 *     time-out)
 */
public record PlacementResult(
    Status status,
    double objective,
    double bound,
    double gap,
    double solveMs,
    List<Placement> placements,
    String note) {
  /** How an answer stands. */
  public enum Status {
    OPTIMAL,
    GAP,
    TIME_LIMIT,
    HEURISTIC
  }

  public PlacementResult {
    placements = List.copyOf(placements);
  }
}
