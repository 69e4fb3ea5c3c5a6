package jscip;

/**
 * A solution of one {@link Scip}. One that SCIP keeps (from {@link Scip#getBestSol}) is unusable
 * after the next solve; one of {@link Scip#createSol} after {@link Scip#addSolFree}.
 */
public final class Solution {
  /** Solve count of a solution that the caller owns. */
  static final int OWN = -1;

  private final Scip owner;
  private final int solveCount;
  private long pointer;

  Solution(Scip owner, int solveCount, long pointer) {
    this.owner = owner;
    this.solveCount = solveCount;
    this.pointer = pointer;
  }

  long pointerFor(Scip scip, int currentSolve) {
    boolean live = pointer != 0 && (solveCount == OWN || solveCount == currentSolve);
    Handles.check("solution", "", owner == scip, live);
    return pointer;
  }

  void freed() {
    pointer = 0;
  }
}
