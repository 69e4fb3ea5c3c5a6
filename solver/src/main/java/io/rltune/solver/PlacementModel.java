package io.rltune.solver;

import io.rltune.solver.Problem.Start;
import java.util.List;

/** A formulation of a placement problem as a MILP. */
interface PlacementModel {
  MilpModel milp();

  /** A point for the solver to start from, for starts that keep the rules. */
  double[] encode(List<Start> starts);

  /**
   * Starts that a point means. They keep the rules, but a relaxed model may lose a job here; then
   * they are worth less than the point.
   */
  List<Start> decode(double[] point);

  /**
   * Starts near a point that is not integral; none where the model does not know how. They keep the
   * rules, and may be worth much less than the point.
   */
  default List<Start> near(double[] point) {
    return List.of();
  }
}
