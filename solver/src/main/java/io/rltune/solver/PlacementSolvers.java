package io.rltune.solver;

/** Makes placement solvers by name. */
public final class PlacementSolvers {
  private PlacementSolvers() {}

  /**
   * A solver.
   *
   * @param backend {@code scip} or {@code greedy}
   * @throws IllegalArgumentException for another name
   */
  public static PlacementSolver create(String backend) {
    return switch (backend) {
      case "scip" -> new ScipPlacement();
      case "greedy" -> new GreedyPlacement();
      default ->
          throw new IllegalArgumentException(
              "solver backend '" + backend + "' is unknown; use scip or greedy");
    };
  }
}
